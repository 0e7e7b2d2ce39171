/**
 * SQL: whether the merchant of this alias, which has merchant_id, has a webhook other than those, still as they were registered, for which
 * the condition `isGiven` on an alias of webhooks holds.
 */
export function hasWebhooks(alias: string, isGiven: (webhook: string) => string): string {
  return `exists (
         select from webhooks as webhook where webhook.merchant_id = ${alias}.merchant_id
           and not (webhook.revision = 1 and ${isGiven('webhook')})
       )`
}

/** SQL: the same of a secret that its notifications are signed with, other than those that have the id of their store. */
export function hasSigningSecrets(alias: string): string {
  return `exists (
         select from signing_secrets as secret
         where secret.merchant_id = ${alias}.merchant_id and secret.id <> secret.store_id
       )`
}

/** SQL: members of a `with` that remove what is left of both of the merchants in `gone`, which has merchant_id. */
export const removeNotices = `gone_webhooks as (
     delete from webhooks using gone where webhooks.merchant_id = gone.merchant_id
   ), gone_secrets as (
     delete from signing_secrets using gone where signing_secrets.merchant_id = gone.merchant_id
   )`
