/** SQL: whether the merchant of this alias, which has merchant_id, has a webhook. */
export function hasWebhooks(alias: string): string {
  return `exists (select from webhooks where webhooks.merchant_id = ${alias}.merchant_id)`
}

/** SQL: the same of a secret that its notifications are signed with. */
export function hasSigningSecrets(alias: string): string {
  return `exists (select from signing_secrets where signing_secrets.merchant_id = ${alias}.merchant_id)`
}
