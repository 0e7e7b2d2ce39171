import { type Case, type CaseEvent, isSavedWith } from '../../disputes/cases.ts'
import { disputeReference } from '../../payments/service-references.ts'
import { eventOf, type Place, type PlacedEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'

/** Returns what happened to the disputes of a payment, without the texts that people wrote. */
export function disputeEvents(facts: Facts): PlacedEvent[] {
  return facts.cases.flatMap((dispute) => dispute.history.map((change) => disputeEvent(facts, dispute, change)))
}

const tones: Partial<Readonly<Record<CaseEvent['eventType'], Tone>>> = {
  dispute_created: 'bad',
  dispute_in_arbitration: 'wait',
  evidence_merchant: 'wait',
  evidence_customer: 'wait',
}

function disputeEvent(facts: Facts, dispute: Case, change: CaseEvent): PlacedEvent {
  const { eventType, at } = change
  return eventOf(
    {
      kind: isOpening(eventType) ? 'dispute_opened' : 'dispute_changed',
      ...{ at, tone: tones[eventType] ?? 'plain', dispute, change },
      amountMinor: isOpening(eventType) ? dispute.amountMinor : null,
      isDetail: eventType === 'dispute_comment_added',
    },
    placeOf(facts, dispute, change),
  )
}

// A change of a dispute that holds, releases or refunds the payment is saved with that change of the payment. It
// comes before it.
function placeOf({ steps, moments }: Facts, { id }: Case, { eventType, at }: CaseEvent): Place {
  const change = steps.find(({ transition, serviceReference, at: changedAt }) => {
    if (serviceReference === disputeReference(id)) return !isOpening(eventType)
    return isSavedWith(changedAt, at) && transition === (isOpening(eventType) ? 'open_dispute' : 'end_dispute')
  })
  const isCause = change !== undefined && isSavedWith(change.at, at)
  return isCause ? { version: change.version, as: 'cause' } : { version: versionAt(moments, at), as: 'change' }
}

function isOpening(eventType: CaseEvent['eventType']): boolean {
  return eventType === 'dispute_created'
}
