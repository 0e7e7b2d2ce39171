/** SQL: whether the merchant of this alias, which has merchant_id, has uploaded a file. */
export function hasAttachments(alias: string): string {
  return `exists (select from attachments where attachments.merchant_id = ${alias}.merchant_id)`
}
