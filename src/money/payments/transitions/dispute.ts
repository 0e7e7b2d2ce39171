import type { Instant } from '../../../platform/base/times.ts'
import { refundBodyOf } from '../order.ts'
import { changePayment, leftToRefund, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'
import { disputeReference } from '../service-references.ts'
import { refundByService } from './refund.ts'

/** Opens a dispute of `amountMinor`, which blocks refunds. At most one is open. */
export function openDispute(payment: Payment, disputeId: string, amountMinor: bigint): PaymentChange {
  if (payment.status !== 'CLOSED' || payment.disputeId !== null) throw refusals.notDisputable()
  if (amountMinor <= 0n || amountMinor > leftToRefund(payment)) throw refusals.notDisputable()
  return changePayment('open_dispute', payment, { ...payment, disputeId })
}

/** Ends the open dispute without a refund. */
export function endDispute(payment: Payment, disputeId: string): PaymentChange {
  if (payment.disputeId !== disputeId) throw new Error('another dispute holds this payment')
  return changePayment('end_dispute', payment, { ...payment, disputeId: null })
}

/** Ends the open dispute with a refund of the disputed amount, in one change. */
export function refundDispute(
  payment: Payment,
  disputeId: string,
  amountMinor: bigint,
  at: Instant,
  cardStepMinor = 1n,
): PaymentChange {
  if (payment.disputeId !== disputeId) throw new Error('another dispute holds this payment')
  if (amountMinor > leftToRefund(payment)) throw new Error('a dispute about more than was captured')
  const movement = { referenceId: disputeReference(disputeId), amountMinor, body: refundBodyOf('dispute') }
  return refundByService({ ...payment, disputeId: null }, movement, at, cardStepMinor)
}
