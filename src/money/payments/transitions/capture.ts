import type { Currency } from '../../../platform/base/markets.ts'
import { decimalsOf } from '../../../platform/base/money.ts'
import { type Instant, wholeSecond } from '../../../platform/base/times.ts'
import type { CheckoutRules } from '../../../platform/merchants/merchant.ts'
import { captureEntries } from '../../ledger/entries.ts'
import { AmountReader } from '../amounts.ts'
import { itemsFrom } from '../items.ts'
import type { CaptureBody } from '../order.ts'
import {
  changePayment,
  closedAt,
  leftToCapture,
  type NewMovement,
  type Payment,
  type PaymentChange,
  withCapture,
} from '../payment.ts'
import { refusals } from '../refusals.ts'
import type { CaptureInput } from '../schemas.ts'
import { captureReference } from '../service-references.ts'
import { expire, reject } from './checkout.ts'
import { feeOfCapture } from './fee.ts'
import { isReplay, type MovementRequest, movementLimits, type Replay, replay, requireFitting } from './movement.ts'

/**
 * Returns the capture that a body requests, in the payment's currency. Refuses nothing: the result lists the wrong
 * fields. A lenient store sends discounts as items with a negative price.
 */
export function parseCapture(
  input: CaptureInput,
  currency: Currency,
  rules: CheckoutRules,
): MovementRequest<CaptureBody> {
  const sign = rules === 'lenient' ? 'any' : 'positive'
  const amounts = new AmountReader(currency)
  const amountMinor = amounts.readMoved(input.amount)
  if (amountMinor !== 'too large' && amountMinor <= 0n) amounts.complain('$.amount', 'not positive')
  const body = {
    tax_amount: amounts.read(input.tax_amount, '$.tax_amount', 'positive'),
    shipping_amount: amounts.read(input.shipping_amount, '$.shipping_amount', 'positive'),
    discount_amount: amounts.read(input.discount_amount, '$.discount_amount', 'positive'),
    items: itemsFrom(input.items, amounts, '$.items', { unitPrice: sign, discount: sign }),
  }
  return { referenceId: input.reference_id ?? '', amountMinor, body, wrong: amounts.wrong }
}

/**
 * Captures an AUTHORIZED payment in full or in part. Closes it if nothing is left to capture
 * (docs/contract/payments.md#captures).
 */
export function capture(payment: Payment, request: MovementRequest<CaptureBody>, at: Instant): PaymentChange | Replay {
  const { referenceId, amountMinor, body } = request
  if (isReplay(payment.captures, referenceId)) return replay
  if (payment.status === 'CLOSED') throw refusals.alreadyClosed()
  if (payment.status !== 'AUTHORIZED') throw refusals.captureNotAuthorized()
  if (payment.captures.length >= movementLimits.captures) throw refusals.tooManyMovements()
  requireFitting(payment, request)
  if (amountMinor === 'too large' || amountMinor > leftToCapture(payment)) throw refusals.captureTooLarge()
  return captured(payment, { referenceId, isByService: false, amountMinor, body }, wholeSecond(at))
}

/** Captures the rest of the amount by the service itself. */
export function captureRest(payment: Payment, at: Instant): PaymentChange {
  const referenceId = captureReference(payment.id)
  const amountMinor = leftToCapture(payment)
  return captured(payment, { referenceId, isByService: true, amountMinor, body: emptyBody(payment) }, at)
}

function emptyBody({ currency }: Payment): CaptureBody {
  const zero = (0).toFixed(decimalsOf(currency))
  return { tax_amount: zero, shipping_amount: zero, discount_amount: zero, items: [] }
}

function captured(payment: Payment, movement: NewMovement<CaptureBody>, at: Instant): PaymentChange {
  const fee = feeOfCapture(payment, movement.amountMinor)
  const after = withCapture(payment, movement, at, fee)
  const entries = captureEntries(movement.amountMinor)
  if (leftToCapture(after) > 0n) return changePayment('capture', payment, after, { entries, fee, announce: [after] })
  const closed = closedAt(after, at)
  return changePayment('capture', payment, closed, { entries, fee, announce: [after, closed] })
}

/** Whether the service itself has to change the payment before anything else. */
export function isDue({ dueAt }: Pick<Payment, 'dueAt'>, now: Instant): boolean {
  return dueAt !== null && dueAt <= now
}

/** Returns the change that is due at `now`, dated at its due time; undefined if the payment is not due. */
export function dueChange(payment: Payment, now: Instant): PaymentChange | undefined {
  const { dueAt, status, referredUntil } = payment
  if (dueAt === null || !isDue(payment, now)) return undefined
  if (status !== 'CREATED') return captureRest(payment, dueAt)
  // Nobody has decided about it in time.
  return referredUntil !== null && referredUntil <= dueAt ? reject(payment, dueAt) : expire(payment, dueAt)
}
