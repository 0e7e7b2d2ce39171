// SQL fragments on this room's tables, for statements of other rooms. A statement that changes a payment also
// inserts its notification, so that both are committed or neither. A fragment reads from a common table expression
// of the caller.

/**
 * Returns SQL: inserts a notification for every row of `from`, which has merchant_id, id, store_id, is_test,
 * payment_id, dispute_id (null of a payment's), sequence, body (json), payment_version (null if the body is
 * complete) and created_at. Returns merchant_id, id, store_id and is_test of each.
 */
export function insertNotifications(family: 'payment' | 'dispute', from: string): string {
  return `insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, dispute_id, sequence, body,
       payment_version, created_at)
     select merchant_id, id, '${family}', store_id, is_test, payment_id, dispute_id, sequence, body, payment_version, created_at
     from ${from}
     returning merchant_id, id, store_id, is_test`
}

/**
 * Returns SQL: inserts a delivery, due at `at`, of each notification in `from` (the rows that `insertNotifications`
 * returns) to every enabled webhook of the family. Returns the id of each.
 */
export function insertDeliveries(family: 'payment' | 'dispute', from: string, at: string): string {
  return `insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
     select announced.merchant_id, gen_random_uuid(), announced.id, webhook.id, ${at}
     from ${from} as announced join webhooks as webhook on webhook.merchant_id = announced.merchant_id
       and webhook.is_test = announced.is_test and webhook.family = '${family}'
       and ${isNotified('webhook', 'announced.store_id')} and webhook.disabled_at is null
     returning id`
}

/**
 * Returns SQL: the condition that a webhook is notified of a store: its own webhooks, and those for all stores whose
 * address none of its own has (docs/contract/notifications.md#payment-webhooks). `webhook`: an alias. `storeId`: an expression.
 */
export function isNotified(webhook: string, storeId: string): string {
  return `(${webhook}.store_id = ${storeId} or ${webhook}.store_id is null and not exists (
         select from webhooks as own where own.merchant_id = ${webhook}.merchant_id and own.store_id = ${storeId}
           and own.is_test = ${webhook}.is_test and own.family = ${webhook}.family and own.normalised_url = ${webhook}.normalised_url
       ))`
}

/**
 * Returns SQL: the condition of the index `deliveries_not_arrived`: the delivery was given up or not sent, or waits for a
 * retry.
 */
export function isMissing(delivery: string): string {
  return `(${delivery}.state in ('failed', 'dropped') or ${delivery}.state = 'waiting' and ${delivery}.attempts > ${delivery}.earlier_attempts)`
}

/** Returns SQL: the condition that the payment has no stored notification. The alias has `merchant_id` and `id`. */
export function hasNoNotification(alias: string): string {
  return `not exists (select from notifications as event
       where event.merchant_id = ${alias}.merchant_id and event.payment_id = ${alias}.id)`
}

/** Returns SQL: the condition that no delivery of the payment waits. The alias has `merchant_id` and `id`. */
export function isDelivered(alias: string): string {
  return `not exists (select from notifications as event
       join deliveries as delivery on delivery.merchant_id = ${alias}.merchant_id and delivery.notification_id = event.id
       where event.merchant_id = ${alias}.merchant_id and event.payment_id = ${alias}.id and delivery.state = 'waiting')`
}

/**
 * Returns SQL: the sequences of the payment's stored notifications, a sorted JSON array. The alias has `merchant_id`
 * and `id`.
 */
export function keptSequencesOf(alias: string): string {
  return `(select coalesce(json_agg(event.sequence order by event.sequence), '[]') from notifications as event
     where event.merchant_id = ${alias}.merchant_id and event.payment_id = ${alias}.id and event.family = 'payment')`
}

/**
 * Returns SQL: the condition that the merchant has a webhook of its own. The alias has merchant_id. A webhook that
 * nobody has changed and that meets `isGiven`, a condition on an alias of webhooks, does not count.
 */
export function hasWebhooks(alias: string, isGiven: (webhook: string) => string): string {
  return `exists (
         select from webhooks as webhook where webhook.merchant_id = ${alias}.merchant_id
           and not (webhook.revision = 1 and ${isGiven('webhook')})
       )`
}

/**
 * Returns SQL: the condition that the merchant has a signing secret of its own. A secret with the id of its store
 * does not count.
 */
export function hasSigningSecrets(alias: string): string {
  return `exists (
         select from signing_secrets as secret
         where secret.merchant_id = ${alias}.merchant_id and secret.id <> secret.store_id
       )`
}

/** SQL: members of a `with` that remove the webhooks and secrets of the merchants in `gone`, which has merchant_id. */
export const removeNotices = `gone_webhooks as (
     delete from webhooks using gone where webhooks.merchant_id = gone.merchant_id
   ), gone_replays as (
     delete from webhook_replays using gone where webhook_replays.merchant_id = gone.merchant_id
   ), gone_secrets as (
     delete from signing_secrets using gone where signing_secrets.merchant_id = gone.merchant_id
   )`

/**
 * SQL: members of a `with` that remove the notifications of the payments in `gone`, which has id, of merchant
 * :merchantId in the mode :isTest.
 */
export const removeAnnouncements = `gone_notifications as (
     delete from notifications as notification using gone
     where notification.merchant_id = :merchantId and notification.payment_id = gone.id and notification.is_test = :isTest
     returning notification.id
   ), gone_deliveries as (
     delete from deliveries as delivery using gone_notifications
     where delivery.merchant_id = :merchantId and delivery.notification_id = gone_notifications.id returning delivery.id
   ), gone_attempts as (
     delete from delivery_attempts as attempt using gone_deliveries
     where attempt.merchant_id = :merchantId and attempt.delivery_id = gone_deliveries.id
   )`
