import { nilId } from '../../base/ids.ts'
import { array, bool, int4, json, nullable, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { shownMerchants } from '../../merchants/merchants-sql.ts'
import { isNotified } from '../notifications-sql.ts'

const notificationColumns = {
  id: uuid,
  family: text,
  store_id: uuid,
  payment_id: uuid,
  dispute_id: nullable(uuid),
  sequence: int4,
  payment_version: nullable(int4),
  body: text,
  created_at: timestamptz,
}

export type NotificationRow = RowOf<typeof notificationColumns>

const selectNotifications = `select ${Object.keys(notificationColumns).join(', ').replace(' body', ' body::text as body')}
   from notifications`

export const listPaymentNotifications = defineStatement(
  'list_payment_notifications',
  { merchantId: uuid, isTest: bool, paymentId: uuid, limit: int4 },
  notificationColumns,
  `${selectNotifications}
   where merchant_id = :merchantId and is_test = :isTest and payment_id = :paymentId order by id limit :limit`,
)

export const findNotification = defineStatement(
  'find_notification',
  { merchantId: uuid, isTest: bool, id: uuid },
  notificationColumns,
  `${selectNotifications} where merchant_id = :merchantId and is_test = :isTest and id = :id`,
)

// The newest notifications, oldest of them first.
export const listRecentNotifications = defineStatement(
  'list_recent_notifications',
  { merchantId: uuid, isTest: bool, limit: int4 },
  notificationColumns,
  `select * from (
     ${selectNotifications} where merchant_id = :merchantId and is_test = :isTest order by id desc limit :limit
   ) as recent order by id`,
)

interface AttemptRow {
  at_ms: number
  status: number | null
  duration_ms: number
  answer: string
}

const deliveryColumns = {
  id: uuid,
  notification_id: uuid,
  webhook_id: uuid,
  url: nullable(text),
  state: text,
  next_attempt_at: nullable(timestamptz),
  attempts: json<readonly AttemptRow[]>(),
}

export type DeliveryRow = RowOf<typeof deliveryColumns>

// Deliveries and their attempts in one statement, so that they are of one moment.
export const listDeliveriesOf = defineStatement(
  'list_deliveries_of',
  { merchantId: uuid, notificationIds: array(uuid) },
  deliveryColumns,
  `select delivery.id, delivery.notification_id, delivery.webhook_id, webhook.url, delivery.state, delivery.next_attempt_at,
     attempted.attempts
   from deliveries as delivery
   left join webhooks as webhook on webhook.merchant_id = delivery.merchant_id and webhook.id = delivery.webhook_id
   cross join lateral (
     select coalesce(
       json_agg(
         json_build_object('at_ms', round(extract(epoch from attempt.at) * 1000), 'status', attempt.status,
           'duration_ms', attempt.duration_ms, 'answer', attempt.answer) order by attempt.number
       ), '[]'::json
     ) as attempts
     from delivery_attempts as attempt
     where attempt.merchant_id = delivery.merchant_id and attempt.delivery_id = delivery.id
   ) as attempted
   where delivery.merchant_id = :merchantId and delivery.notification_id = any(:notificationIds::uuid[])
   order by delivery.webhook_id`,
)

/**
 * Returns SQL: sends the notifications in `found` again, to every webhook of now, or to the one of :only. Finished and
 * claimed deliveries start anew, if they meet the condition. Earlier events are due earlier.
 */
export function sendAgain(condition?: string): string {
  return `insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
     select found.merchant_id, gen_random_uuid(), found.id, webhook.id,
       :now::timestamptz - (row_number() over (order by found.id desc) - 1) * interval '1 microsecond'
     from found join webhooks as webhook
       on webhook.merchant_id = found.merchant_id and ${isNotified('webhook', 'found.store_id')}
       and webhook.is_test = found.is_test and webhook.family = found.family and webhook.disabled_at is null
       and (:only::uuid is null or webhook.id = :only)
     on conflict (merchant_id, notification_id, webhook_id) do update
       set state = 'waiting', next_attempt_at = excluded.next_attempt_at, claim = null, earlier_attempts = deliveries.attempts
       ${condition === undefined ? '' : `where ${condition}`}
     returning 1`
}

export const resendNotification = defineStatement(
  'resend_notification',
  { merchantId: uuid, now: timestamptz, id: uuid, isTest: nullable(bool), only: nullable(uuid) },
  { deliveries: int4 },
  `with found as (
     select merchant_id, id, store_id, is_test, family from notifications
     where merchant_id = :merchantId and id = :id and (:isTest::bool is null or is_test = :isTest::bool)
   ), again as (
     ${sendAgain()}
   )
   select (select count(*) from again)::int4 as deliveries from found`,
)

// Without test events: these are sent again one by one only.
export const resendNotificationRange = defineStatement(
  'resend_notification_range',
  {
    merchantId: uuid,
    now: timestamptz,
    after: uuid,
    from: timestamptz,
    to: timestamptz,
    only: nullable(uuid),
    limit: int4,
  },
  { last_id: nullable(uuid), notifications: int4, deliveries: int4 },
  `with found as (
     select merchant_id, id, store_id, is_test, family from notifications
     where merchant_id = :merchantId and id > :after and created_at >= :from and created_at <= :to
       and payment_id <> '${nilId}' order by id limit :limit
   ), again as (
     ${sendAgain()}
   )
   select (select id from found order by id desc limit 1) as last_id, (select count(*) from found)::int4 as notifications,
     (select count(*) from again)::int4 as deliveries`,
)

// Of all merchants, the oldest notifications of each first: ids sort by creation, so the primary key serves as the
// index. Notifications with a waiting delivery stay.
export const listOldNotifications = defineStatement(
  'list_old_notifications',
  { before: timestamptz, beforeId: uuid, limit: int4 },
  { merchant_id: uuid, id: uuid },
  `select old.merchant_id, old.id from (${shownMerchants}) as merchant
   cross join lateral (
     select merchant_id, id from notifications as notification
     where merchant_id = merchant.merchant_id and id < :beforeId and created_at < :before and not exists (
       select from deliveries as delivery
       where delivery.merchant_id = notification.merchant_id and delivery.notification_id = notification.id
         and delivery.state = 'waiting'
     ) order by id limit :limit
   ) as old limit :limit`,
)

// A notification with a locked or waiting delivery stays for a later round. So the removal waits for no lock, and a
// second process not for the first.
export const removeNotifications = defineStatement(
  'remove_notifications',
  { merchantId: uuid, ids: array(uuid) },
  { removed: int4 },
  `with old as (
     select id from notifications where merchant_id = :merchantId and id = any(:ids::uuid[]) for update skip locked
   ), free as (
     select delivery.id, delivery.notification_id
     from old join deliveries as delivery
       on delivery.merchant_id = :merchantId and delivery.notification_id = old.id and delivery.state <> 'waiting'
     for update of delivery skip locked
   ), held as (
     select delivery.notification_id as id
     from old join deliveries as delivery on delivery.merchant_id = :merchantId and delivery.notification_id = old.id
     where delivery.id not in (select id from free)
   ), gone as (
     delete from notifications as notification using old
     where notification.merchant_id = :merchantId and notification.id = old.id and old.id not in (select id from held)
     returning 1
   ), gone_deliveries as (
     delete from deliveries as delivery using free
     where delivery.merchant_id = :merchantId and delivery.id = free.id
       and free.notification_id not in (select id from held)
     returning delivery.id
   ), gone_attempts as (
     delete from delivery_attempts as attempt using gone_deliveries
     where attempt.merchant_id = :merchantId and attempt.delivery_id = gone_deliveries.id
   )
   select count(*)::int4 as removed from gone`,
)
