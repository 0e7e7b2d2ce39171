import { formatAmount } from '../../../platform/base/money.ts'
import type { Case, CaseEvent } from '../../disputes/story/list-cases.ts'
import { isWrittenWith } from '../../disputes/story/written-with.ts'
import { disputeReference } from '../../payments/service-references.ts'
import { eventOf, type Place, type PlacedEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'
import { disputeWords, requestLines, requestOf } from '../words.ts'

/** What happened to the disputes of a payment, without what anybody wrote. */
export function disputeEvents(facts: Facts): PlacedEvent[] {
  return facts.cases.flatMap((dispute) => dispute.history.map((event) => disputeEvent(facts, dispute, event)))
}

const tones: Partial<Readonly<Record<CaseEvent['eventType'], Tone>>> = {
  dispute_created: 'bad',
  dispute_in_arbitration: 'wait',
  evidence_merchant: 'wait',
  evidence_customer: 'wait',
}

function disputeEvent(facts: Facts, dispute: Case, event: CaseEvent): PlacedEvent {
  const { id, status, reason, amountMinor } = dispute
  const { eventType, at, source } = event
  const { currency } = facts.payment
  const isOpening = eventType === 'dispute_created'
  return eventOf(
    {
      ...{ at, what: 'dispute', kind: isOpening ? 'disputed' : 'dispute', tone: tones[eventType] ?? 'plain' },
      amountMinor: isOpening ? amountMinor : null,
      text: isOpening ? `by the customer: ${reason.replaceAll('_', ' ')}` : disputeWords[eventType],
      isSecondLook: eventType === 'dispute_comment_added',
      more: [{ text: `dispute ${id}` }, ...requestLines(event)],
      about: { kind: 'dispute', dispute, event },
      details: {
        ...{ dispute_id: id, event: eventType, by: source, actor: event.actor, request: requestOf(event) },
        ...{ reason, amount: `${formatAmount(amountMinor, currency)} ${currency}`, status },
      },
    },
    placeOf(facts, dispute, event),
  )
}

// What holds, releases or refunds the payment was written with the change that does so, and comes before it.
function placeOf({ steps, moments }: Facts, { id }: Case, { eventType, at }: CaseEvent): Place {
  const change = steps.find(({ transition, serviceReference, at: changedAt }) => {
    if (serviceReference === disputeReference(id)) return !isOpening(eventType)
    return isWrittenWith(changedAt, at) && transition === (isOpening(eventType) ? 'open_dispute' : 'end_dispute')
  })
  const isCause = change !== undefined && isWrittenWith(change.at, at)
  return isCause ? { version: change.version, as: 'cause' } : { version: versionAt(moments, at), as: 'change' }
}

function isOpening(eventType: CaseEvent['eventType']): boolean {
  return eventType === 'dispute_created'
}
