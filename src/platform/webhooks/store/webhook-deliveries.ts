import { bool, int4, json, nullable, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const webhookDeliveryColumns = {
  id: uuid,
  payment_id: uuid,
  dispute_id: nullable(uuid),
  sequence: int4,
  created_at: timestamptz,
  status: nullable(text),
  state: text,
  attempts: int4,
  next_attempt_at: nullable(timestamptz),
  attempted_at: nullable(timestamptz),
  answered: nullable(int4),
  duration_ms: nullable(int4),
  answer: nullable(text),
}

export type WebhookDeliveryRow = RowOf<typeof webhookDeliveryColumns>

// An index by webhook would slow down each insert of a delivery. So one call reads at most :windowSize of the merchant's
// events, from the newest or from :before backwards, and looks up the deliveries of each: a join would read all of
// them.
const examinedEvents = `select id from notifications
     where merchant_id = :merchantId and (:before::uuid is null or id < :before::uuid) order by id desc limit :windowSize`

export const listWebhookDeliveries = defineStatement(
  'list_webhook_deliveries',
  {
    merchantId: uuid,
    webhookId: uuid,
    before: nullable(uuid),
    onlyFailing: bool,
    windowSize: int4,
    limit: int4,
    answerLength: int4,
  },
  webhookDeliveryColumns,
  `with examined as (
     ${examinedEvents}
   ), found as materialized (
     select examined.id, delivery.id as delivery_id, delivery.state, delivery.attempts, delivery.next_attempt_at
     from examined cross join lateral (
       select id, state, attempts, earlier_attempts, next_attempt_at from deliveries
       where merchant_id = :merchantId and notification_id = examined.id and webhook_id = :webhookId limit 1
     ) as delivery
     where not :onlyFailing::bool or delivery.state in ('failed', 'dropped')
       or delivery.state = 'waiting' and delivery.attempts > delivery.earlier_attempts
     order by examined.id desc limit :limit
   )
   select event.id, event.payment_id, event.dispute_id, event.sequence, event.created_at, event.body ->> 'status' as status,
     found.state, found.attempts, found.next_attempt_at, attempt.at as attempted_at, attempt.status as answered,
     attempt.duration_ms, left(attempt.answer, :answerLength) as answer
   from found
   join notifications as event on event.merchant_id = :merchantId and event.id = found.id
   left join delivery_attempts as attempt on attempt.merchant_id = :merchantId and attempt.delivery_id = found.delivery_id
     and attempt.number = found.attempts
   order by event.id desc`,
)

// The last event that `listWebhookDeliveries` reads, if there may be more behind it.
export const findLastExamined = defineStatement(
  'find_last_examined',
  { merchantId: uuid, before: nullable(uuid), windowSize: int4 },
  { id: uuid },
  `select id from (
     ${examinedEvents}
   ) as examined order by id desc offset :windowSize - 1 limit 1`,
)

export const findDeliveryFigures = defineStatement(
  'find_delivery_figures',
  { merchantId: uuid, windowSize: int4, answerLength: int4 },
  {
    webhook_id: uuid,
    events: int4,
    delivered: int4,
    retrying: int4,
    lost: int4,
    usual_ms: nullable(int4),
    last_at: nullable(timestamptz),
    last_status: nullable(int4),
    last_answer: nullable(text),
  },
  `with examined as materialized (
     select id from notifications where merchant_id = :merchantId order by id desc limit :windowSize
   ), sent as materialized (
     select delivery.webhook_id, delivery.state, delivery.attempts > delivery.earlier_attempts as is_tried, attempt.at,
       attempt.status, attempt.duration_ms, left(attempt.answer, :answerLength) as answer
     from examined
     join deliveries as delivery on delivery.merchant_id = :merchantId and delivery.notification_id = examined.id
     left join delivery_attempts as attempt on attempt.merchant_id = :merchantId and attempt.delivery_id = delivery.id
       and attempt.number = delivery.attempts
   )
   select webhook_id, count(*)::int4 as events, (count(*) filter (where state = 'delivered'))::int4 as delivered,
     (count(*) filter (where state = 'waiting' and is_tried))::int4 as retrying,
     (count(*) filter (where state in ('failed', 'dropped')))::int4 as lost,
     (percentile_disc(0.5) within group (order by duration_ms) filter (where state = 'delivered'))::int4 as usual_ms, max(at) as last_at,
     (array_agg(status order by at desc nulls last))[1] as last_status,
     (array_agg(answer order by at desc nulls last))[1] as last_answer
   from sent group by webhook_id`,
)

// A test event, of no payment, for one webhook.
export const insertTestEvent = defineStatement(
  'insert_test_event',
  {
    ...{ merchantId: uuid, webhookId: uuid, storeId: uuid, id: uuid, paymentId: uuid, disputeId: nullable(uuid) },
    ...{ body: json<object>(), createdAt: timestamptz, now: timestamptz },
  },
  { id: uuid },
  `with announced as (
     insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, dispute_id, sequence, body, created_at)
     select webhook.merchant_id, :id, webhook.family, coalesce(webhook.store_id, :storeId), webhook.is_test, :paymentId, :disputeId, 1, :body, :createdAt
     from webhooks as webhook
     where webhook.merchant_id = :merchantId and webhook.id = :webhookId and webhook.disabled_at is null
     returning merchant_id, id
   )
   insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
   select merchant_id, gen_random_uuid(), id, :webhookId, :now from announced
   returning notification_id as id`,
)
