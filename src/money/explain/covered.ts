import { type Instant, wholeSecond } from '../../platform/base/times.ts'
import type { Charge } from '../charges/charge.ts'
import type { LoadedPlan } from '../collections/get-plan.ts'
import type { Capture, Refund } from '../payments/payment.ts'
import { planTotal } from '../payments/payment-plan.ts'
import { leftOf, planAt } from '../plans/plan.ts'
import type { Facts } from './facts.ts'
import { versionAt } from './order-events.ts'

/** Returns the numbers of the instalments that a charge was for, by the debt at its time. */
export function coveredBy(facts: Facts, plan: LoadedPlan, charge: Charge): number[] {
  const { createdAt, amountMinor } = charge
  const { installments } = planAt({ ...plan.facts, ...sumsBefore(facts, plan, charge) }, createdAt)
  const numbers: number[] = []
  let leftMinor = amountMinor
  for (const installment of installments) {
    if (leftMinor <= 0n) break
    if (leftOf(installment) === 0n) continue
    numbers.push(installment.number)
    leftMinor -= leftOf(installment)
  }
  return numbers
}

function sumsBefore({ steps, moments }: Facts, { payment, charges, returns }: LoadedPlan, charge: Charge) {
  const { id: chargeId, createdAt: at } = charge
  const sum = (amounts: readonly { readonly amountMinor: bigint }[]): bigint =>
    amounts.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const version = versionAt(moments, at, chargeId)
  // Captures and refunds are dated at the beginning of their second. Within the second, ids and versions tell the
  // order.
  const isBefore = (datedAt: Instant, isFirst: boolean): boolean =>
    wholeSecond(datedAt) === wholeSecond(at) ? isFirst : datedAt < at
  const isMoved = ({ id, createdAt }: Capture | Refund): boolean => isBefore(createdAt, id < chargeId)
  const charged = charges.filter(
    ({ id, state, settledAt, createdAt }) => state === 'approved' && id < chargeId && (settledAt ?? createdAt) <= at,
  )
  const returned = returns.filter(
    (sent) => sent.state !== 'failed' && isBefore(sent.createdAt, sent.version <= version),
  )
  const closing = steps.find(({ statusAfter }) => statusAfter === 'CLOSED')?.version ?? 0
  const isClosed = payment.closedAt !== null && isBefore(payment.closedAt, closing <= version)
  const totalMinor = planTotal({
    ...payment,
    status: isClosed ? 'CLOSED' : 'AUTHORIZED',
    capturedMinor: sum(payment.captures.filter(isMoved)),
    refundedMinor: sum(payment.refunds.filter(isMoved)),
  })
  return { totalMinor, coveredMinor: sum(charged) - sum(returned) }
}
