/**
 * How other rooms announce: SQL for a statement that also writes what is announced, so that both are committed or neither. The
 * tables are this room's. Everything that a fragment reads stands in a common table expression of the caller's.
 */

/**
 * SQL: writes a notification for every row of `from`, which has merchant_id, id, store_id, is_test, payment_id, dispute_id (null of a
 * payment's), sequence, body (json), payment_version (null where the body is whole) and created_at. Answers merchant_id, id, store_id and
 * is_test of each.
 */
export function insertNotifications(family: 'payment' | 'dispute', from: string): string {
  return `insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, dispute_id, sequence, body,
       payment_version, created_at)
     select merchant_id, id, '${family}', store_id, is_test, payment_id, dispute_id, sequence, body, payment_version, created_at
     from ${from}
     returning merchant_id, id, store_id, is_test`
}

/**
 * SQL: a delivery, due at `at`, to every webhook of the family that is there, of each notification in `from` (what
 * `insertNotifications` answers). Answers the id of each.
 */
export function insertDeliveries(family: 'payment' | 'dispute', from: string, at: string): string {
  return `insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
     select announced.merchant_id, gen_random_uuid(), announced.id, webhook.id, ${at}
     from ${from} as announced join webhooks as webhook on webhook.merchant_id = announced.merchant_id
       and webhook.store_id = announced.store_id and webhook.is_test = announced.is_test and webhook.family = '${family}'
       and webhook.disabled_at is null
     returning id`
}

/** SQL: whether no notification is kept of the payment of this alias, which has `merchant_id` and `id`. */
export function isUntold(alias: string): string {
  return `not exists (select from notifications as event
       where event.merchant_id = ${alias}.merchant_id and event.payment_id = ${alias}.id)`
}

/** SQL: whether no delivery of a notification of the payment of this alias, which has `merchant_id` and `id`, still waits. */
export function isDelivered(alias: string): string {
  return `not exists (select from notifications as event
       join deliveries as delivery on delivery.merchant_id = ${alias}.merchant_id and delivery.notification_id = event.id
       where event.merchant_id = ${alias}.merchant_id and event.payment_id = ${alias}.id and delivery.state = 'waiting')`
}

/** SQL: the sequences of the notifications kept of the payment of this alias, which has `merchant_id` and `id`: a JSON array in order. */
export function keptSequencesOf(alias: string): string {
  return `(select coalesce(json_agg(event.sequence order by event.sequence), '[]') from notifications as event
     where event.merchant_id = ${alias}.merchant_id and event.payment_id = ${alias}.id and event.family = 'payment')`
}
