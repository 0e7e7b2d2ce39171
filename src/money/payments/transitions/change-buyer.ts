import type { OrderBody } from '../order.ts'
import { changePayment, type Payment, type PaymentChange } from '../payment.ts'

/** Replaces the order's personal data, because the customer corrected them or had them erased. Nobody is notified. */
export function changeBuyer(transition: 'correct' | 'erase', payment: Payment, order: OrderBody): PaymentChange {
  return changePayment(transition, payment, { ...payment, order })
}
