import { changePayment, type Payment, type PaymentChange } from '../payment.ts'

/** Changes the order's reference, in any status. Returns undefined if it is the same. */
export function updateReference(payment: Payment, orderReference: string): PaymentChange | undefined {
  if (payment.orderReference === orderReference) return undefined
  const after: Payment = { ...payment, orderReference }
  const isKnownToShop = payment.status === 'AUTHORIZED' || payment.status === 'CLOSED'
  return changePayment('update_reference', payment, after, { announce: isKnownToShop ? [after] : [] })
}
