import { array, bool, int4, nullable, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { countDue, countWaiting, waitingParams, waitingRow } from '../../due/waiting.ts'

// One page of waiting deliveries, claimed or not.
export const listWaiting = defineStatement(
  'list_waiting_deliveries',
  { merchantId: uuid, isTest: bool, after: uuid, limit: int4 },
  { id: uuid, attempts: int4 },
  `select delivery.id, delivery.attempts
   from deliveries as delivery join notifications as notification
     on notification.merchant_id = delivery.merchant_id and notification.id = delivery.notification_id
   where delivery.merchant_id = :merchantId and notification.is_test = :isTest and delivery.id > :after
     and delivery.next_attempt_at is not null
   order by delivery.id limit :limit`,
)

// Claimed deliveries stay: their due time is the end of the lease, and a change would send them twice. With
// :attempts, deliveries that were attempted since they were chosen stay, too.
export const hasten = defineStatement(
  'hasten_deliveries',
  { merchantId: uuid, ids: array(uuid), attempts: nullable(array(int4)), now: timestamptz },
  {},
  `update deliveries set next_attempt_at = :now
   where merchant_id = :merchantId and id = any(:ids::uuid[]) and claim is null and next_attempt_at > :now
     and (:attempts::int4[] is null or attempts = (:attempts::int4[])[array_position(:ids::uuid[], id)])`,
)

export const listAttemptCounts = defineStatement(
  'list_attempt_counts',
  { merchantId: uuid, ids: array(uuid) },
  { id: uuid, attempts: int4, is_over: bool },
  `select id, attempts, next_attempt_at is null as is_over from deliveries
   where merchant_id = :merchantId and id = any(:ids::uuid[])`,
)

export const findClaimed = defineStatement(
  'find_claimed_deliveries',
  { merchantId: uuid, isTest: bool },
  { is_claimed: bool },
  `select exists (
     select from deliveries as delivery join notifications as notification
       on notification.merchant_id = delivery.merchant_id and notification.id = delivery.notification_id
     where delivery.merchant_id = :merchantId and notification.is_test = :isTest and delivery.claim is not null
       and delivery.next_attempt_at is not null
   ) as is_claimed`,
)

export const repeatDelivered = defineStatement(
  'repeat_delivered',
  { merchantId: uuid, id: uuid, at: timestamptz },
  { id: uuid },
  `update deliveries set state = 'waiting', next_attempt_at = :at, earlier_attempts = attempts
   where merchant_id = :merchantId and id = :id and state = 'delivered'
   returning id`,
)

export const findLaterDeliveries = defineStatement(
  'find_later_deliveries',
  { merchantId: uuid, webhookId: uuid, paymentId: uuid, disputeId: nullable(uuid), sequence: int4 },
  { is_sent: nullable(bool), is_waiting: nullable(bool) },
  `select bool_or(delivery.attempts > 0) as is_sent,
     bool_or(delivery.attempts = 0 and delivery.next_attempt_at is not null) as is_waiting
   from notifications as event join deliveries as delivery
     on delivery.merchant_id = event.merchant_id and delivery.notification_id = event.id
   where event.merchant_id = :merchantId and event.payment_id = :paymentId
     and event.dispute_id is not distinct from :disputeId::uuid and event.sequence > :sequence
     and delivery.webhook_id = :webhookId`,
)

export const waitingDeliveries = defineStatement(
  'measure_due_deliveries',
  waitingParams,
  waitingRow,
  countDue('deliveries', 'next_attempt_at'),
)

// Webhooks with retries among the next :limit deliveries.
export const failingWebhooks = defineStatement(
  'measure_failing_webhooks',
  waitingParams,
  waitingRow,
  countWaiting(
    `select webhook_id, null::timestamptz as since from (
       select webhook_id, attempts > earlier_attempts as is_retried from deliveries
       where next_attempt_at is not null and :now::timestamptz is not null order by next_attempt_at limit :limit
     ) as next where is_retried group by webhook_id`,
  ),
)
