import { type Instant, wholeSecond } from '../../../platform/base/times.ts'
import { changePayment, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'

/** The customer or the merchant cancelled, or time ran out. */
export function expire(payment: Payment, at: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'EXPIRED', dueAt: null, expiredAt: wholeSecond(at) }
  return changePayment('expire', payment, after, { announce: [after] })
}
