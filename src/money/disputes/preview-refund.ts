import type { App } from '../../platform/app/app.ts'
import { least } from '../../platform/base/money.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from '../charges/processor.ts'
import { leftToRefund, type Payment } from '../payments/payment.ts'
import { planTotal } from '../payments/payment-plan.ts'
import { refundDispute } from '../payments/transitions/dispute.ts'
import type { Dispute } from './dispute.ts'

/** What a refund of a dispute changes for both sides, in minor units. */
export interface RefundPreview {
  /** What returns to the customer's card. */
  readonly returnedMinor: bigint
  /** By how much the customer owes less. */
  readonly lessOwedMinor: bigint
  /** By how much the merchant's next payout is lower: the amount less the fees that it gets back. */
  readonly payoutMinor: bigint
  /** The fees with VAT that the merchant gets back. */
  readonly feesBackMinor: bigint
}

/** Returns what a refund of this amount would change now, by the rule that makes the refund. Changes nothing. */
export function previewRefund(
  app: App,
  actor: Actor,
  { payment, dispute }: { readonly payment: Payment; readonly dispute: Pick<Dispute, 'id'> },
  amountMinor: bigint,
): RefundPreview {
  // If the payment has changed since, the page is stale, and its form is refused.
  const refunded = least(amountMinor, leftToRefund(payment))
  const held = { ...payment, disputeId: dispute.id }
  const change = refundDispute(held, dispute.id, refunded, nowFor(app, actor), cardStepOf(app, payment))
  const lessOwed = owedFor(payment) - owedFor(change.after)
  const feesBackMinor = -((change.fee?.feeMinor ?? 0n) + (change.fee?.vatMinor ?? 0n))
  return {
    returnedMinor: change.returnedMinor,
    lessOwedMinor: lessOwed > 0n ? lessOwed : 0n,
    payoutMinor: refunded - feesBackMinor,
    feesBackMinor,
  }
}

/** Returns what the customer still owes, in minor units. */
export function owedFor(payment: Payment): bigint {
  const owed = planTotal(payment) - payment.paidMinor - payment.writtenOffMinor
  return owed > 0n ? owed : 0n
}
