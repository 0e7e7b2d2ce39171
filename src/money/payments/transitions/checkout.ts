import { type Instant, second, wholeSecond } from '../../../platform/base/times.ts'
import { downPaymentEntries } from '../../ledger/entries.ts'
import { downPaymentOf } from '../../plans/plan.ts'
import { changePayment, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'

/**
 * Authorizes a CREATED payment. `chargedMinor`: the customer's first charge, by default the first part.
 * `autoCaptureSeconds`: the store's setting; null: never.
 */
export function authorize(
  payment: Payment,
  autoCaptureSeconds: number | null,
  at: Instant,
  chargedMinor = downPaymentOf(payment.plan.chosen, payment.amountMinor),
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

// The same time of the next year. The 29th of February becomes the 1st of March.
function aYearLater(at: Instant): Instant {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

/** Expires a CREATED payment: it was cancelled, or its time is over. */
export function expire(payment: Payment, at: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'EXPIRED', dueAt: null, expiredAt: wholeSecond(at) }
  return changePayment('expire', payment, after, { announce: [after] })
}

/** Rejects a CREATED payment. */
export function reject(payment: Payment): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'REJECTED', dueAt: null }
  return changePayment('reject', payment, after, { announce: [after] })
}
