import { nilId } from '../../base/ids.ts'
import { array, bool, int4, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { isMissing, isNotified } from '../notifications-sql.ts'
import { sendAgain } from './notifications.ts'

/** The period of a replay, and the ids that enclose it. */
const period = {
  ...{ merchantId: uuid, webhookId: uuid, from: timestamptz, to: timestamptz, onlyMissing: bool },
  ...{ after: uuid, before: uuid, windowSize: int4, limit: int4 },
}

// Reads at most :windowSize of the merchant's notifications, so that a step is short however few of them are for the
// webhook. Without test events.
const examined = `examined as materialized (
     select id, family, store_id, is_test, payment_id, dispute_id, sequence, created_at from notifications
     where merchant_id = :merchantId and id > :after and id < :before order by id limit :windowSize
   ), wanted as materialized (
     select event.id, coalesce(event.dispute_id, event.payment_id) as subject_id, event.sequence
     from examined as event
     join webhooks as webhook on webhook.merchant_id = :merchantId and webhook.id = :webhookId
       and webhook.is_test = event.is_test and webhook.family = event.family
       and ${isNotified('webhook', 'event.store_id')}
     where event.created_at between :from and :to and event.payment_id <> '${nilId}'
       and not (:onlyMissing::bool and exists (
         select from deliveries as delivery where delivery.merchant_id = :merchantId
           and delivery.notification_id = event.id and delivery.webhook_id = :webhookId and delivery.state = 'delivered'
       ))
     order by event.id limit :limit
   )`

// The next notifications of the period. `read_id`: the last one that is read, if more may follow.
export const readReplayed = defineStatement(
  'read_replayed_notifications',
  period,
  { ids: array(uuid), read_id: nullable(uuid) },
  `with ${examined}
   select array(select id from wanted order by id) as ids,
     case when (select count(*) from wanted) = :limit then (select id from wanted order by id desc limit 1)
       else (select id from examined order by id offset :windowSize - 1 limit 1) end as read_id`,
)

export const countReplayed = defineStatement(
  'count_replayed_notifications',
  period,
  { count: int4, is_more: bool },
  `with ${examined}
   select least(count(*), :limit - 1)::int4 as count,
     count(*) = :limit or (select count(*) from examined) = :windowSize as is_more from wanted`,
)

export const listReplayed = defineStatement(
  'list_replayed_notifications',
  { merchantId: uuid, webhookId: uuid, ids: array(uuid) },
  { id: uuid, subject_id: uuid, sequence: int4, state: nullable(text) },
  `select event.id, coalesce(event.dispute_id, event.payment_id) as subject_id, event.sequence, delivery.state
   from notifications as event
   left join deliveries as delivery on delivery.merchant_id = :merchantId and delivery.notification_id = event.id
     and delivery.webhook_id = :webhookId
   where event.merchant_id = :merchantId and event.id = any(:ids::uuid[])`,
)

// A claimed delivery is being sent now: it stays as it is, so that it is not sent twice.
export const sendReplayed = defineStatement(
  'send_replayed_notifications',
  { merchantId: uuid, now: timestamptz, ids: array(uuid), only: nullable(uuid), onlyMissing: bool },
  { deliveries: int4 },
  `with found as (
     select merchant_id, id, store_id, is_test, family from notifications
     where merchant_id = :merchantId and id = any(:ids::uuid[])
   ), again as (
     ${sendAgain(`deliveries.claim is null and not (:onlyMissing::bool and deliveries.state = 'delivered')`)}
   )
   select count(*)::int4 as deliveries from again`,
)

export const findReplayedWebhook = defineStatement(
  'find_replayed_webhook',
  { merchantId: uuid, id: uuid },
  { is_disabled: bool, failing_since: nullable(timestamptz) },
  `select disabled_at is not null as is_disabled, failing_since from webhooks
   where merchant_id = :merchantId and id = :id`,
)

// The oldest notification that has not arrived, by the index of what has not arrived.
export const findFirstMissing = defineStatement(
  'find_first_missing_notification',
  { merchantId: uuid, webhookId: uuid },
  { created_at: timestamptz },
  `select event.created_at
   from unnest(array['failed', 'dropped', 'waiting']) as wanted (state)
   cross join lateral (
     select notification_id from deliveries as delivery
     where delivery.merchant_id = :merchantId and delivery.webhook_id = :webhookId and delivery.state = wanted.state
       and ${isMissing('delivery')}
     order by notification_id limit 1
   ) as missing
   join notifications as event on event.merchant_id = :merchantId and event.id = missing.notification_id
   order by event.id limit 1`,
)
