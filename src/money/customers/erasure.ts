import { day, type Instant } from '../../platform/base/times.ts'
import type { Charge } from '../charges/charge.ts'
import { isActive } from '../disputes/states.ts'
import type { Facts } from '../explain/facts.ts'
import { planAt } from '../plans/plan.ts'

/** From when on a payment's personal data may be erased: a time of the merchant's clock, never, or once a claim ends. */
export type ErasableFrom = Instant | 'claim' | 'never'

/** The parts of a payment's story that decide. */
export type ErasureFacts = Pick<Facts, 'now' | 'payment' | 'plan' | 'cases' | 'returnRequests' | 'steps'>

/**
 * Returns from when on a payment's personal data may be erased (docs/contract/terms.md#erasing). An order without money
 * may go at once. A purchase waits until every claim is over, and `personalDays` after its last movement.
 */
export function erasableFrom(facts: ErasureFacts, charges: readonly Charge[], personalDays: number): ErasableFrom {
  if (hasClaim(facts, charges)) return 'claim'
  const moved = charges.filter(({ state }) => state !== 'declined')
  if (moved.length === 0) return facts.now
  if (personalDays === Number.POSITIVE_INFINITY) return 'never'
  return lastMovement(facts, moved) + personalDays * day
}

/** States of a charge that nobody knows the end of yet. */
const underWay: ReadonlySet<Charge['state']> = new Set(['open', 'challenged', 'to_void'])

function hasClaim({ payment, plan, cases, returnRequests, now }: ErasureFacts, charges: readonly Charge[]): boolean {
  if (payment.status === 'CREATED' || payment.status === 'AUTHORIZED' || payment.disputeId !== null) return true
  if (cases.some(({ status }) => isActive(status)) || returnRequests.some(({ state }) => state === 'waiting'))
    return true
  if (charges.some(({ state }) => underWay.has(state))) return true
  if (plan === undefined) return false
  // A failed return is owed to the customer.
  if (plan.returns.some(({ state }) => state !== 'confirmed')) return true
  const { status } = planAt(plan.facts, now)
  return status !== 'completed' && status !== 'cancelled'
}

function lastMovement({ payment, plan, cases, steps }: ErasureFacts, charges: readonly Charge[]): Instant {
  return Math.max(
    payment.createdAt,
    ...steps.filter(({ transition }) => transition !== 'correct').map(({ at }) => at),
    ...charges.map(({ settledAt, createdAt }) => settledAt ?? createdAt),
    ...(plan?.returns ?? []).map(({ createdAt }) => createdAt),
    ...cases.flatMap(({ history }) => history.map(({ at }) => at)),
  )
}

/** The first and the longest pause between two looks at a payment that waits. */
const pauses = { first: day, longest: 30 * day }

/**
 * Returns when a waiting payment is looked at next: when it may be erased, and before that ever more rarely, because
 * claims end and settings change.
 */
export function nextLook(from: ErasableFrom, requestedAt: Instant, now: Instant): Instant {
  const pause = Math.min(Math.max((now - requestedAt) / 10, pauses.first), pauses.longest)
  return typeof from === 'number' ? Math.min(from, now + pause) : now + pause
}
