import { changePayment, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'

/** The customer was refused after the page was opened. */
export function reject(payment: Payment): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'REJECTED', dueAt: null }
  return changePayment('reject', payment, after, { announce: [after] })
}
