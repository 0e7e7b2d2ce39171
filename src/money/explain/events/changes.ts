import type { PostedEntry } from '../../ledger/entries-sql.ts'
import { isDisputeReference, isReturnReference } from '../../payments/service-references.ts'
import type { PaymentStep } from '../../payments/timeline/timeline.ts'
import type { Decision } from '../../risk/judge.ts'
import { type ChangeCause, eventOf, type PlacedEvent } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'

/** Returns the risk decisions, and every change of the payment with its ledger entries. */
export function changeEvents(facts: Facts): PlacedEvent[] {
  const { steps } = facts
  const posted = Map.groupBy(
    facts.entries.filter(({ sourceId }) => sourceId === facts.payment.id),
    ({ version }) => version,
  )
  let earlierReference: string | null = null
  const changes = steps.map((step) => {
    const event = changeEvent(facts, step, earlierReference, inOrder(posted.get(step.version) ?? []))
    if (step.transition === 'create' || step.transition === 'update_reference') earlierReference = step.referenceId
    return event
  })
  return [...decisionEvents(facts), ...changes]
}

// A decision that was made again comes before the change that followed from it.
function decisionEvents({ decision, steps, moments }: Facts): PlacedEvent[] {
  const [first] = steps
  if (decision === undefined || first === undefined) return []
  const { before, ...last } = decision
  if (last.at === undefined) return [decisionEvent(last, first.at, 1)]
  const at = Date.parse(last.at)
  const next = steps.find((step) => endsCheckout.includes(step.transition) && step.at >= at)
  const again = decisionEvent(last, at, next?.version ?? versionAt(moments, at))
  return [...(before === undefined ? [] : [decisionEvent(before, first.at, 1)]), again]
}

const endsCheckout: readonly PaymentStep['transition'][] = ['authorize', 'reject']

function decisionEvent(decision: Decision, at: number, version: number): PlacedEvent {
  const outcomes = {
    approved: ['decision_approved', 'good'],
    rejected: ['decision_refused', 'bad'],
    referred: ['decision_referred', 'wait'],
  } as const
  const [kind, tone] = outcomes[decision.outcome]
  return eventOf({ kind, at, tone, decision }, { version, as: 'decision' })
}

function changeEvent(
  { payment }: Facts,
  step: PaymentStep,
  earlierReference: string | null,
  entries: readonly PostedEntry[],
): PlacedEvent {
  const { version, at, transition, statusAfter, amountMinor } = step
  const place = { version, as: 'change' } as const
  const change = { at, amountMinor, entries, step, cause: causeOf(step) }
  switch (transition) {
    case 'create':
      return eventOf({ ...change, kind: statusAfter === 'REJECTED' ? 'refused' : 'created' }, place)
    case 'approve':
      return eventOf({ ...change, kind: 'referral_approved', tone: 'good' }, place)
    case 'authorize':
      return eventOf({ ...change, kind: 'authorized', tone: 'good' }, place)
    case 'reject':
      return eventOf({ ...change, kind: 'rejected', tone: 'bad' }, place)
    case 'expire':
      return eventOf({ ...change, kind: 'expired' }, place)
    case 'capture':
      return eventOf({ ...change, kind: 'captured', isLast: statusAfter === 'CLOSED' }, place)
    case 'refund':
      return eventOf({ ...change, kind: 'refunded', reason: reasonOf(step, payment) }, place)
    case 'close':
      return eventOf({ ...change, kind: 'closed', capturedMinor: payment.capturedMinor }, place)
    case 'update_reference':
      return eventOf({ ...change, kind: 'renamed', earlierReference }, place)
    case 'fail_return':
      return eventOf({ ...change, kind: 'return_owed', tone: 'bad' }, place)
    case 'write_off':
      return eventOf({ ...change, kind: 'written_off' }, place)
    case 'collect':
      return eventOf({ ...change, kind: 'collected', isDetail: true }, place)
    case 'open_dispute':
      return eventOf({ ...change, kind: 'refunds_held', isDetail: true }, place)
    case 'end_dispute':
      return eventOf({ ...change, kind: 'refunds_released', isDetail: true }, place)
    case 'correct':
      return eventOf({ ...change, kind: 'customer_corrected' }, place)
    case 'erase':
      return eventOf({ ...change, kind: 'customer_erased' }, place)
  }
}

function causeOf({ serviceReference }: PaymentStep): ChangeCause {
  if (serviceReference === null) return 'request'
  if (isDisputeReference(serviceReference)) return 'dispute'
  return isReturnReference(serviceReference) ? 'by_hand' : 'schedule'
}

// Only the merchant's own words: the service's reasons are support's.
function reasonOf({ movementId }: PaymentStep, { refunds }: Facts['payment']): string {
  const refund = refunds.find(({ id }) => id === movementId)
  return refund === undefined || refund.isByService ? '' : refund.body.reason
}

const causes = ['down_payment', 'installment', 'capture', 'refund', 'customer_refund', 'failed_return', 'write_off']

/** Returns the entries of the amount first, then those of its fee. */
function inOrder(entries: readonly PostedEntry[]): readonly PostedEntry[] {
  const place = (cause: string): number => (causes.includes(cause) ? causes.indexOf(cause) : causes.length)
  return entries.toSorted((a, b) => place(a.cause) - place(b.cause))
}
