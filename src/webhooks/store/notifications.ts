import { array, bool, int4, json, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

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

const selectNotifications = `select id, family, store_id, payment_id, payment_version, dispute_id, sequence,
     body::text as body, created_at
   from notifications`

export const listPaymentNotifications = defineStatement(
  'list_payment_notifications',
  [uuid, bool, uuid, int4],
  notificationColumns,
  `${selectNotifications} where merchant_id = $1 and is_test = $2 and payment_id = $3 order by id limit $4`,
)

// The newest, oldest first.
export const listRecentNotifications = defineStatement(
  'list_recent_notifications',
  [uuid, bool, int4],
  notificationColumns,
  `select * from (${selectNotifications} where merchant_id = $1 and is_test = $2 order by id desc limit $3) as recent
   order by id`,
)

interface AttemptRow {
  at_ms: number
  status: number | null
  duration_ms: number
  answer: string
}

// Deliveries and their attempts in one statement, so that what is shown was true at one moment.
export const listDeliveriesOf = defineStatement(
  'list_deliveries_of',
  [uuid, array(uuid)],
  {
    id: uuid,
    notification_id: uuid,
    webhook_id: uuid,
    url: nullable(text),
    state: text,
    next_attempt_at: nullable(timestamptz),
    attempts: json<readonly AttemptRow[]>(),
  },
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
   where delivery.merchant_id = $1 and delivery.notification_id = any($2::uuid[])
   order by delivery.webhook_id`,
)

// To every webhook that is there now, those registered since included. A delivery that was over, or is under way, starts anew.
const sendAgain = `insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
     select found.merchant_id, gen_random_uuid(), found.id, webhook.id, $2
     from found join webhooks as webhook
       on webhook.merchant_id = found.merchant_id and webhook.store_id = found.store_id
       and webhook.is_test = found.is_test and webhook.family = found.family and webhook.disabled_at is null
     on conflict (merchant_id, notification_id, webhook_id) do update
       set state = 'waiting', next_attempt_at = excluded.next_attempt_at, claim = null, earlier_attempts = deliveries.attempts
     returning 1`

export const resendNotification = defineStatement(
  'resend_notification',
  [uuid, timestamptz, uuid, nullable(bool)],
  { deliveries: int4 },
  `with found as (
     select merchant_id, id, store_id, is_test, family from notifications
     where merchant_id = $1 and id = $3 and ($4::bool is null or is_test = $4::bool)
   ), again as (
     ${sendAgain}
   )
   select (select count(*) from again)::int4 as deliveries from found`,
)

export const resendNotificationRange = defineStatement(
  'resend_notification_range',
  [uuid, timestamptz, uuid, timestamptz, timestamptz, int4],
  { last_id: nullable(uuid), notifications: int4, deliveries: int4 },
  `with found as (
     select merchant_id, id, store_id, is_test, family from notifications
     where merchant_id = $1 and id > $3 and created_at >= $4 and created_at <= $5 order by id limit $6
   ), again as (
     ${sendAgain}
   )
   select (select id from found order by id desc limit 1) as last_id, (select count(*) from found)::int4 as notifications,
     (select count(*) from again)::int4 as deliveries`,
)

// Retention looks at all merchants alike. What is still waiting stays, however old; and what somebody holds locked stays for a later
// round, with all that belongs to it: nobody's notifications wait for it, and no second process for the first.
export const removeOldNotifications = defineStatement(
  'remove_old_notifications',
  [timestamptz, int4],
  { removed: int4 },
  `with old as (
     select merchant_id, id from notifications as notification
     where created_at < $1 and not exists (
       select from deliveries as delivery
       where delivery.merchant_id = notification.merchant_id and delivery.notification_id = notification.id
         and delivery.state = 'waiting'
     ) limit $2 for update skip locked
   ), free as (
     select delivery.merchant_id, delivery.id, delivery.notification_id
     from old join deliveries as delivery
       on delivery.merchant_id = old.merchant_id and delivery.notification_id = old.id and delivery.state <> 'waiting'
     for update of delivery skip locked
   ), held as (
     select delivery.notification_id as id
     from old join deliveries as delivery
       on delivery.merchant_id = old.merchant_id and delivery.notification_id = old.id
     where delivery.id not in (select id from free)
   ), gone as (
     delete from notifications as notification using old
     where notification.merchant_id = old.merchant_id and notification.id = old.id and old.id not in (select id from held)
     returning 1
   ), gone_deliveries as (
     delete from deliveries as delivery using free
     where delivery.merchant_id = free.merchant_id and delivery.id = free.id
       and free.notification_id not in (select id from held)
     returning delivery.merchant_id, delivery.id
   ), gone_attempts as (
     delete from delivery_attempts as attempt using gone_deliveries
     where attempt.merchant_id = gone_deliveries.merchant_id and attempt.delivery_id = gone_deliveries.id
   )
   select count(*)::int4 as removed from gone`,
)
