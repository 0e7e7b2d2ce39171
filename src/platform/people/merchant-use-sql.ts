/** SQL: whether people of the merchant of this alias, which has merchant_id, have done anything. */
export function hasActivities(alias: string): string {
  return `exists (select from activities where activities.merchant_id = ${alias}.merchant_id)`
}
