import { type Instant, second, wholeSecond } from '../../../platform/base/times.ts'
import { downPaymentEntries } from '../../ledger/entries.ts'
import { downPaymentOf } from '../../plans/plan.ts'
import { changePayment, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'

/**
 * The customer accepted and was charged so much, the first part unless told. `autoCaptureSeconds`: the store's setting, null for never.
 */
export function authorize(
  payment: Payment,
  autoCaptureSeconds: number | null,
  at: Instant,
  chargedMinor = downPaymentOf(payment.amountMinor),
): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const authorizedAt = wholeSecond(at)
  const after: Payment = {
    ...payment,
    status: 'AUTHORIZED',
    authorizedAt,
    expiresAt: aYearLater(authorizedAt),
    dueAt: autoCaptureSeconds === null ? null : authorizedAt + autoCaptureSeconds * second,
    paidMinor: chargedMinor,
  }
  const entries = chargedMinor === 0n ? [] : downPaymentEntries(chargedMinor)
  return changePayment('authorize', payment, after, { entries, announce: [after] })
}

// The same moment of the next year; the 29th of February becomes the 1st of March.
function aYearLater(at: Instant): Instant {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

/** The customer or the merchant cancelled, or time ran out. */
export function expire(payment: Payment, at: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'EXPIRED', dueAt: null, expiredAt: wholeSecond(at) }
  return changePayment('expire', payment, after, { announce: [after] })
}

/** The customer was refused after the page was opened. */
export function reject(payment: Payment): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'REJECTED', dueAt: null }
  return changePayment('reject', payment, after, { announce: [after] })
}
