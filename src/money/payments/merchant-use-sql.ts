/** SQL: whether the merchant of this alias, which has merchant_id, has a payment. */
export function hasPayments(alias: string): string {
  return `exists (select from payments where payments.merchant_id = ${alias}.merchant_id)`
}
