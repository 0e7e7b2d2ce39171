import { type Instant, second, wholeSecond } from '../../base/times.ts'
import { downPaymentEntries } from '../../ledger/entries.ts'
import { downPaymentOf } from '../../plans/plan.ts'
import { changePayment, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'

/** The customer accepted and the first part was charged. `autoCaptureSeconds`: the store's setting, null for never. */
export function authorize(payment: Payment, autoCaptureSeconds: number | null, at: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const authorizedAt = wholeSecond(at)
  const downPaymentMinor = downPaymentOf(payment.amountMinor)
  const after: Payment = {
    ...payment,
    status: 'AUTHORIZED',
    authorizedAt,
    expiresAt: aYearLater(authorizedAt),
    dueAt: autoCaptureSeconds === null ? null : authorizedAt + autoCaptureSeconds * second,
    paidMinor: downPaymentMinor,
  }
  const entries = downPaymentMinor === 0n ? [] : downPaymentEntries(downPaymentMinor)
  return changePayment('authorize', payment, after, { entries, announce: [after] })
}

// The same moment of the next year; the 29th of February becomes the 1st of March.
function aYearLater(at: Instant): Instant {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}
