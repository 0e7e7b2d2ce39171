/** SQL: the payment_id of dispute :id of merchant :merchantId. */
export const paymentOfDispute = 'select payment_id from disputes where merchant_id = :merchantId and id = :id'

/**
 * SQL: members of a `with` that remove at most :limit disputes of merchant :merchantId with their histories. `gone`
 * has their ids.
 */
export const removeDisputes = `gone as materialized (
     select id from disputes where merchant_id = :merchantId limit :limit for update
   ), gone_disputes as (
     delete from disputes as dispute using gone where dispute.merchant_id = :merchantId and dispute.id = gone.id
   ), gone_history as (
     delete from dispute_history as step using gone where step.merchant_id = :merchantId and step.dispute_id = gone.id
   )`

/** SQL: whether the merchant of this alias, which has merchant_id, has uploaded a file. */
export function hasAttachments(alias: string): string {
  return `exists (select from attachments where attachments.merchant_id = ${alias}.merchant_id)`
}
