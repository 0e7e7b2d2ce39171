import { bool, int4, nullable, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const columns = {
  ...{ id: uuid, family: text, dispute_id: nullable(uuid), sequence: int4, created_at: timestamptz },
  ...{ status: nullable(text), total: int4 },
  ...{ delivery_id: nullable(uuid), webhook_id: nullable(uuid), url: nullable(text), state: nullable(text) },
  ...{ next_attempt_at: nullable(timestamptz), attempts: nullable(int4) },
  ...{
    attempted_at: nullable(timestamptz),
    answered: nullable(int4),
    duration_ms: nullable(int4),
    answer: nullable(text),
  },
}

export type AnnouncedRow = RowOf<typeof columns>

// The newest notifications and the total. Each of the newest attempts of each delivery is a row; beyond the :whole
// newest notifications only the last attempt is. Of a body only the status is read, and only for listed
// notifications.
export const listAnnouncements = defineStatement(
  'list_announcements',
  { merchantId: uuid, isTest: bool, paymentId: uuid, limit: int4, whole: int4, attempts: int4, answerLength: int4 },
  columns,
  `with newest as materialized (
     select id, family, dispute_id, sequence, created_at, body, count(*) over ()::int4 as total,
       row_number() over (order by created_at desc, sequence desc, id desc) as place from notifications
     where merchant_id = :merchantId and is_test = :isTest and payment_id = :paymentId
     order by created_at desc, sequence desc, id desc limit :limit
   ), event as materialized (
     select id, family, dispute_id, sequence, created_at, total, place, body ->> 'status' as status from newest
   )
   select event.id, event.family, event.dispute_id, event.sequence, event.created_at, event.status, event.total,
     delivery.id as delivery_id, delivery.webhook_id, webhook.url, delivery.state, delivery.next_attempt_at,
     delivery.attempts, attempt.at as attempted_at, attempt.status as answered, attempt.duration_ms,
     left(attempt.answer, :answerLength) as answer
   from event
   left join deliveries as delivery on delivery.merchant_id = :merchantId and delivery.notification_id = event.id
   left join webhooks as webhook on webhook.merchant_id = :merchantId and webhook.id = delivery.webhook_id
   left join delivery_attempts as attempt on attempt.merchant_id = :merchantId and attempt.delivery_id = delivery.id
     and attempt.number > delivery.attempts - case when event.place <= :whole::int4 then :attempts::int4 else 1 end
   order by event.created_at, event.sequence, event.id, delivery.webhook_id, attempt.number`,
)
