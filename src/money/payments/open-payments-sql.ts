/** SQL: whether the payment of the row of this alias, which has `merchant_id` and `payment_id`, is still open. The table is this room's. */
export function hasOpenPayment(alias: string): string {
  return `exists (
       select from payments as payment
       where payment.merchant_id = ${alias}.merchant_id and payment.id = ${alias}.payment_id and payment.status = 'CREATED'
     )`
}
