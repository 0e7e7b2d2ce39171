import type { Instant } from '../../../platform/base/times.ts'
import { changePayment, leftToRefund, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'
import { disputeReference } from '../service-references.ts'
import { refundByService } from './refund.ts'

/** A dispute opens and holds back refunds. At most one is open; `amountMinor` is what it is about. */
export function openDispute(payment: Payment, disputeId: string, amountMinor: bigint): PaymentChange {
  if (payment.status !== 'CLOSED' || payment.disputeId !== null) throw refusals.notDisputable()
  if (amountMinor <= 0n || amountMinor > leftToRefund(payment)) throw refusals.notDisputable()
  return changePayment('open_dispute', payment, { ...payment, disputeId })
}

/** The open dispute ended without a refund. */
export function endDispute(payment: Payment, disputeId: string): PaymentChange {
  if (payment.disputeId !== disputeId) throw new Error('another dispute holds this payment')
  return changePayment('end_dispute', payment, { ...payment, disputeId: null })
}

/** The open dispute was decided for the customer: the disputed amount is refunded and the hold ends, in one change. */
export function refundDispute(
  payment: Payment,
  disputeId: string,
  amountMinor: bigint,
  at: Instant,
  cardStepMinor = 1n,
): PaymentChange {
  if (payment.disputeId !== disputeId) throw new Error('another dispute holds this payment')
  if (amountMinor > leftToRefund(payment)) throw new Error('a dispute about more than was captured')
  const movement = { referenceId: disputeReference(disputeId), amountMinor, body: { reason: 'dispute', items: [] } }
  return refundByService({ ...payment, disputeId: null }, movement, at, cardStepMinor)
}
