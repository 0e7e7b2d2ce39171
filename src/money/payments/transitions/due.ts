import type { Instant } from '../../../platform/base/times.ts'
import type { Payment, PaymentChange } from '../payment.ts'
import { captureRest } from './capture.ts'
import { expire } from './expire.ts'

/** What the service does by itself once the payment's time has come, at that time; undefined while it has not. */
export function dueChange(payment: Payment, now: Instant): PaymentChange | undefined {
  const { dueAt, status } = payment
  if (dueAt === null || dueAt > now) return undefined
  return status === 'CREATED' ? expire(payment, dueAt) : captureRest(payment, dueAt)
}
