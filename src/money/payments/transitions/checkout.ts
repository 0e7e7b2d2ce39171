import { type Instant, second, wholeSecond } from '../../../platform/base/times.ts'
import { downPaymentEntries } from '../../ledger/entries.ts'
import { downPaymentOf } from '../../plans/plan.ts'
import { changePayment, isReferred, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'

/**
 * Approves a referred payment: the customer may pay. `expiresAt`: when it becomes EXPIRED if the customer does not.
 * Refuses a payment that is not referred.
 */
export function approve(payment: Payment, expiresAt: Instant): PaymentChange {
  if (!isReferred(payment)) throw refusals.notReferred()
  return changePayment('approve', payment, { ...payment, referredUntil: null, dueAt: expiresAt })
}

/** Rejects a referred payment. Refuses a payment that is not referred. */
export function decline(payment: Payment): PaymentChange {
  if (!isReferred(payment)) throw refusals.notReferred()
  return reject(payment)
}

/**
 * Authorizes a CREATED payment that is not referred. `chargedMinor`: the customer's first charge, by default the first part.
 * `autoCaptureSeconds`: the store's setting; null: never.
 */
export function authorize(
  payment: Payment,
  autoCaptureSeconds: number | null,
  at: Instant,
  chargedMinor = downPaymentOf(payment.plan.chosen, payment.amountMinor),
): PaymentChange {
  if (payment.status !== 'CREATED' || isReferred(payment)) throw refusals.notOpen()
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
  const after: Payment = { ...payment, status: 'EXPIRED', dueAt: null, referredUntil: null, expiredAt: wholeSecond(at) }
  return changePayment('expire', payment, after, { announce: [after] })
}

/** Rejects a CREATED payment. `dueAt`: when the service rejects it by itself; absent: now. */
export function reject(payment: Payment, dueAt?: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'REJECTED', dueAt: null, referredUntil: null }
  return changePayment('reject', payment, after, { announce: [after], dueAt })
}
