import type { Currency } from '../../../platform/base/markets.ts'
import { type Instant, wholeSecond } from '../../../platform/base/times.ts'
import type { CheckoutRules } from '../../../platform/merchants/merchant.ts'
import { refundEntries } from '../../ledger/entries.ts'
import { AmountReader } from '../amounts.ts'
import { itemsFrom } from '../items.ts'
import type { RefundBody } from '../order.ts'
import {
  changePayment,
  isWithinRefundDays,
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

/**
 * Returns the refund that a body requests, in the payment's currency. Refuses nothing: the result lists the wrong
 * fields.
 */
export function parseRefund(input: RefundInput, currency: Currency, rules: CheckoutRules): MovementRequest<RefundBody> {
  const unitPrice = rules === 'lenient' ? 'any' : 'positive'
  const amounts = new AmountReader(currency)
  const amountMinor = amounts.readMoved(input.amount)
  const body = {
    reason: input.reason ?? '',
    items: itemsFrom(input.items, amounts, '$.items', { unitPrice, discount: 'any' }),
  }
  return { referenceId: input.reference_id ?? '', amountMinor, body, wrong: amounts.wrong }
}

/** What a refund depends on beside the payment. */
interface RefundTerms {
  /** The smallest amount that the card's processor returns, in minor units. */
  readonly cardStepMinor?: bigint
  /** The store's limit; null: none. */
  readonly refundDays?: number | null
}

/**
 * Refunds a captured amount of a CLOSED payment without an open dispute, within the store's days. The status stays. What
 * returns to a card is rounded up to the card's smallest step.
 */
export function refund(
  payment: Payment,
  request: MovementRequest<RefundBody>,
  at: Instant,
  { cardStepMinor = 1n, refundDays = null }: RefundTerms = {},
): PaymentChange | Replay {
  const { referenceId, body } = request
  if (isReplay(payment.refunds, referenceId)) return replay
  const amountMinor = requireRefundable(payment, request, () => {
    if (refundDays !== null && !isWithinRefundDays(payment, refundDays, at)) throw refusals.refundTooLate(refundDays)
  })
  return refunded(payment, { referenceId, isByService: false, amountMinor, body }, wholeSecond(at), cardStepMinor)
}

/**
 * Refunds an amount by hand, for support, as a movement of the service, so that it cannot collide with a merchant's
 * reference. Refuses as `refund` does.
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

/** Returns the amount of a refund that is allowed. Refuses any other. `requireInTime` refuses after the status. */
function requireRefundable(
  payment: Payment,
  request: MovementRequest<RefundBody>,
  requireInTime: () => void = () => undefined,
): bigint {
  const { amountMinor } = request
  if (payment.status !== 'CLOSED' || payment.capturedMinor === 0n) throw refusals.refundNotCaptured()
  if (payment.disputeId !== null) throw refusals.disputed()
  requireInTime()
  if (payment.refunds.length >= movementLimits.refunds) throw refusals.tooManyMovements()
  requireFitting(payment, request)
  if (amountMinor === 'too large' || amountMinor > leftToRefund(payment)) throw refusals.refundTooLarge()
  if (amountMinor <= 0n) throw refusals.refundNotPositive()
  return amountMinor
}

/** Refunds an amount by the service itself. */
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
