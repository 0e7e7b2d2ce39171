import { array, int4, json, nullable, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { isMissing } from '../notifications-sql.ts'

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

/** Which way a page goes from its cursor. */
export type Direction = 'older' | 'newer'

const order = { older: 'desc', newer: 'asc' } as const

const place = {
  ...{ merchantId: uuid, webhookId: uuid, after: uuid, before: uuid, from: timestamptz, to: timestamptz, limit: int4 },
}

const isAt = (alias: string): string =>
  `${alias}.created_at between :from and :to and ${alias}.id > :after and ${alias}.id < :before`

// The deliveries in `found`, with what is shown of each.
const showFound = (
  direction: Direction,
): string => `select event.id, event.payment_id, event.dispute_id, event.sequence,
     event.created_at, event.body ->> 'status' as status, found.state, found.attempts, found.next_attempt_at,
     attempt.at as attempted_at, attempt.status as answered, attempt.duration_ms, left(attempt.answer, :answerLength) as answer
   from found
   join notifications as event on event.merchant_id = :merchantId and event.id = found.id
   left join delivery_attempts as attempt on attempt.merchant_id = :merchantId and attempt.delivery_id = found.delivery_id
     and attempt.number = found.attempts
   order by event.id ${order[direction]}`

const foundColumns = 'delivery.id as delivery_id, delivery.state, delivery.attempts, delivery.next_attempt_at'

// An index by webhook would slow down each insert of a delivery. So one call reads at most :windowSize of the merchant's
// events, from the cursor on, and looks up the deliveries of each: a join would read all of them.
const examinedEvents = (direction: Direction): string => `select event.id from notifications as event
     where event.merchant_id = :merchantId and ${isAt('event')} order by event.id ${order[direction]} limit :windowSize`

const listAll = (direction: Direction) =>
  defineStatement(
    `list_webhook_deliveries_${direction}`,
    { ...place, states: nullable(array(text)), windowSize: int4, answerLength: int4 },
    webhookDeliveryColumns,
    `with examined as (
     ${examinedEvents(direction)}
   ), found as materialized (
     select examined.id, ${foundColumns}
     from examined cross join lateral (
       select id, state, attempts, next_attempt_at from deliveries
       where merchant_id = :merchantId and notification_id = examined.id and webhook_id = :webhookId limit 1
     ) as delivery
     where :states::text[] is null or delivery.state = any(:states::text[])
     order by examined.id ${order[direction]} limit :limit
   )
   ${showFound(direction)}`,
  )
export const listWebhookDeliveries = { older: listAll('older'), newer: listAll('newer') }

// What has not arrived, by an index of its own: it is found at once, however much has arrived since.
const listMissing = (direction: Direction) =>
  defineStatement(
    `list_missing_deliveries_${direction}`,
    { ...place, states: array(text), answerLength: int4 },
    webhookDeliveryColumns,
    `with found as materialized (
     select near.id, near.delivery_id, near.state, near.attempts, near.next_attempt_at
     from unnest(:states::text[]) as wanted (state)
     cross join lateral (
       select event.id, ${foundColumns}
       from deliveries as delivery
       join notifications as event on event.merchant_id = :merchantId and event.id = delivery.notification_id
       where delivery.merchant_id = :merchantId and delivery.webhook_id = :webhookId and delivery.state = wanted.state
         and ${isMissing('delivery')} and delivery.notification_id > :after and delivery.notification_id < :before
         and event.created_at between :from and :to
       order by delivery.notification_id ${order[direction]} limit :limit
     ) as near
     order by near.id ${order[direction]} limit :limit
   )
   ${showFound(direction)}`,
  )
export const listMissingDeliveries = { older: listMissing('older'), newer: listMissing('newer') }

// Those of a few payments.
const listOfPayments = (direction: Direction) =>
  defineStatement(
    `list_deliveries_of_payments_${direction}`,
    { ...place, states: nullable(array(text)), paymentIds: array(uuid), answerLength: int4 },
    webhookDeliveryColumns,
    `with found as materialized (
     select event.id, ${foundColumns}
     from notifications as event
     join deliveries as delivery on delivery.merchant_id = :merchantId and delivery.notification_id = event.id
       and delivery.webhook_id = :webhookId
     where event.merchant_id = :merchantId and event.payment_id = any(:paymentIds::uuid[]) and ${isAt('event')}
       and (:states::text[] is null or delivery.state = any(:states::text[])
         and (delivery.state = 'delivered' or ${isMissing('delivery')}))
     order by event.id ${order[direction]} limit :limit
   )
   ${showFound(direction)}`,
  )
export const listDeliveriesOfPayments = { older: listOfPayments('older'), newer: listOfPayments('newer') }

// The last event that `listWebhookDeliveries` reads, if there may be more behind it.
const findLast = (direction: Direction) =>
  defineStatement(
    `find_last_examined_${direction}`,
    { merchantId: uuid, after: uuid, before: uuid, from: timestamptz, to: timestamptz, windowSize: int4 },
    { id: uuid },
    `select id from (
     ${examinedEvents(direction)}
   ) as examined order by id ${order[direction]} offset :windowSize - 1 limit 1`,
  )
export const findLastExamined = { older: findLast('older'), newer: findLast('newer') }

export const findFirstFrom = defineStatement(
  'find_first_notification_from',
  { merchantId: uuid, from: uuid },
  { id: uuid, created_at: timestamptz },
  'select id, created_at from notifications where merchant_id = :merchantId and id >= :from order by id limit 1',
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
