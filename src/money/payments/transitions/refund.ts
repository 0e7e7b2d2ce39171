import type { Currency } from '../../../platform/base/money.ts'
import { type Instant, wholeSecond } from '../../../platform/base/times.ts'
import { refundEntries } from '../../ledger/entries.ts'
import { AmountReader } from '../amounts.ts'
import { itemsFrom } from '../items.ts'
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
import { feeOfRefund } from './fee.ts'
import { isReplay, type MovementRequest, movementLimits, type Replay, replay, requireFitting } from './movement.ts'
import { refundCustomer } from './refund-customer.ts'

/** Reads the body of a refund in the payment's currency. Refuses nothing: what is wrong is part of what it answers. */
export function parseRefund(input: RefundInput, currency: Currency): MovementRequest<RefundBody> {
  const amounts = new AmountReader(currency)
  const amountMinor = amounts.readMoved(input.amount)
  const body = { reason: input.reason ?? '', items: itemsFrom(input.items, amounts, '$.items') }
  return { referenceId: input.reference_id ?? '', amountMinor, body, wrong: amounts.wrong }
}

/** Refunds captured money of a closed payment that no open dispute holds back. The status stays. What goes back to cards does in steps. */
export function refund(
  payment: Payment,
  request: MovementRequest<RefundBody>,
  at: Instant,
  cardStepMinor = 1n,
): PaymentChange | Replay {
  const { referenceId, body } = request
  if (isReplay(payment.refunds, referenceId)) return replay
  const amountMinor = requireRefundable(payment, request)
  return refunded(payment, { referenceId, isByService: false, amountMinor, body }, wholeSecond(at), cardStepMinor)
}

/**
 * People of support give an amount back by hand: a movement of the service's own, so that no reference of the merchant's stands in its way.
 * Refuses what a refund may not be.
 */
export function refundByHand(
  payment: Payment,
  movement: Omit<NewMovement<RefundBody>, 'isByService'>,
  at: Instant,
  cardStepMinor: bigint,
): PaymentChange {
  requireRefundable(payment, { ...movement, wrong: [] })
  return refundByService(payment, movement, at, cardStepMinor)
}

/** The amount. */
function requireRefundable(payment: Payment, request: MovementRequest<RefundBody>): bigint {
  const { amountMinor } = request
  if (payment.status !== 'CLOSED' || payment.capturedMinor === 0n) throw refusals.refundNotCaptured()
  if (payment.disputeId !== null) throw refusals.disputed()
  if (payment.refunds.length >= movementLimits.refunds) throw refusals.tooManyMovements()
  requireFitting(payment, request)
  if (amountMinor === 'too large' || amountMinor > leftToRefund(payment)) throw refusals.refundTooLarge()
  if (amountMinor <= 0n) throw refusals.refundNotPositive()
  return amountMinor
}

/** The service refunds an amount that is left to refund. */
export function refundByService(
  payment: Payment,
  movement: Omit<NewMovement<RefundBody>, 'isByService'>,
  at: Instant,
  cardStepMinor: bigint,
): PaymentChange {
  return refunded(payment, { ...movement, isByService: true }, wholeSecond(at), cardStepMinor)
}

function refunded(
  payment: Payment,
  movement: NewMovement<RefundBody>,
  at: Instant,
  cardStepMinor: bigint,
): PaymentChange {
  const fee = feeOfRefund(payment, movement.amountMinor)
  const { after, entries, returnedMinor } = refundCustomer(
    payment,
    withRefund(payment, movement, at, fee),
    cardStepMinor,
  )
  return changePayment('refund', payment, after, {
    entries: [...refundEntries(movement.amountMinor), ...entries],
    fee,
    returnedMinor,
    announce: [after],
  })
}
