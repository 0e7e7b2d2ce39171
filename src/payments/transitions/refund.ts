import { type Currency, least } from '../../base/money.ts'
import { type Instant, wholeSecond } from '../../base/times.ts'
import { customerRefundEntries, type Entry, refundEntries } from '../../ledger/entries.ts'
import { AmountReader, itemsFrom } from '../items.ts'
import type { RefundBody } from '../order.ts'
import {
  changePayment,
  leftToRefund,
  type NewMovement,
  type Payment,
  type PaymentChange,
  withRefund,
} from '../payment.ts'
import { refusals } from '../refusals.ts'
import type { RefundInput } from '../schemas.ts'
import {
  isReplay,
  type MovementRequest,
  movementLimits,
  parseMovedAmount,
  type Replay,
  replay,
  requireFitting,
} from './movement.ts'

/** Reads the body of a refund in the payment's currency. Refuses nothing: what is wrong is part of what it answers. */
export function parseRefund(input: RefundInput, currency: Currency): MovementRequest<RefundBody> {
  const amounts = new AmountReader(currency)
  const amountMinor = parseMovedAmount(input.amount, amounts)
  const body = { reason: input.reason ?? '', items: itemsFrom(input.items, amounts, '$.items') }
  return { referenceId: input.reference_id ?? '', amountMinor, body, wrong: amounts.wrong }
}

/** Refunds captured money of a closed payment that no open dispute holds back. The status stays. */
export function refund(payment: Payment, request: MovementRequest<RefundBody>, at: Instant): PaymentChange | Replay {
  const { referenceId, amountMinor, body } = request
  if (isReplay(payment.refunds, referenceId)) return replay
  if (payment.status !== 'CLOSED' || payment.capturedMinor === 0n) throw refusals.refundNotCaptured()
  if (payment.disputeId !== null) throw refusals.disputed()
  if (payment.refunds.length >= movementLimits.refunds) throw refusals.tooManyMovements()
  requireFitting(payment, request)
  if (amountMinor === 'too large' || amountMinor > leftToRefund(payment)) throw refusals.refundTooLarge()
  if (amountMinor <= 0n) throw refusals.refundNotPositive()
  return refunded(payment, { referenceId, isByService: false, amountMinor, body }, wholeSecond(at))
}

/** The service refunds an amount that is left to refund. */
export function refundByService(
  payment: Payment,
  movement: Omit<NewMovement<RefundBody>, 'isByService'>,
  at: Instant,
): PaymentChange {
  return refunded(payment, { ...movement, isByService: true }, wholeSecond(at))
}

function refunded(payment: Payment, movement: NewMovement<RefundBody>, at: Instant): PaymentChange {
  const { after, entries } = refundCustomer(withRefund(payment, movement, at))
  return changePayment('refund', payment, after, {
    entries: [...refundEntries(movement.amountMinor), ...entries],
    announce: [after],
  })
}

/** What the customer has paid beyond what is delivered and kept goes back to the card. */
export function refundCustomer(payment: Payment): { after: Payment; entries: Entry[] } {
  const excess = payment.paidMinor - least(payment.paidMinor, leftToRefund(payment))
  if (excess === 0n) return { after: payment, entries: [] }
  return { after: { ...payment, paidMinor: payment.paidMinor - excess }, entries: customerRefundEntries(excess) }
}
