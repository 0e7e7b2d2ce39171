import { bool, int4, json } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { CaptureBody, RefundBody } from '../payment.ts'

/** All that one move writes, as the saving statement reads it. Amounts as texts, times as ISO 8601. */
export interface ChangeRecord {
  /** Tells the changes of one statement apart. */
  readonly number: number
  readonly merchant_id: string
  readonly id: string
  /** The version that was read. */
  readonly version: number
  readonly status: string
  readonly captured_minor: string
  readonly refunded_minor: string
  readonly paid_minor: string
  readonly order_reference: string
  readonly expires_at: string
  readonly authorized_at: string | null
  readonly closed_at: string | null
  readonly expired_at: string | null
  readonly due_at: string | null
  readonly dispute_id: string | null
  readonly announced: number
  readonly move: string
  readonly actor: string
  readonly request_id: string
  readonly at: string
  readonly status_before: string
  readonly amount_minor: string | null
  readonly reference_id: string | null
  readonly moved_id: string | null
  readonly body: CaptureBody | RefundBody | null
  readonly entries: readonly { account: string; cause: string; amount_minor: string }[]
  readonly events: readonly { id: string; sequence: number; body: object }[]
  /** The system's time, by which deliveries go. */
  readonly now: string
}

// One round trip and one commit for all that moves write, of as many payments as come at the same time; nothing at all of a
// payment that is not at the version that was read. Of two moves of one payment in one statement, one is saved.
export const saveChanges = defineStatement(
  'save_payments',
  [json<readonly ChangeRecord[]>()],
  // Whether any of the saved moves is to be told to a webhook.
  { number: int4, has_deliveries: bool },
  `with change as materialized (
     select * from json_to_recordset($1) as change (number int4, merchant_id uuid, id uuid, version int4, status text,
       captured_minor int8, refunded_minor int8, paid_minor int8, order_reference text, expires_at timestamptz,
       authorized_at timestamptz, closed_at timestamptz, expired_at timestamptz, due_at timestamptz, dispute_id uuid,
       announced int4, move text, actor text, request_id text, at timestamptz, status_before text, amount_minor int8,
       reference_id text, moved_id uuid, body json, entries json, events json, now timestamptz)
   ), saved as (
     update payments as payment
     set version = payment.version + 1, status = change.status, captured_minor = change.captured_minor,
       refunded_minor = change.refunded_minor, paid_minor = change.paid_minor, order_reference = change.order_reference,
       expires_at = change.expires_at, authorized_at = change.authorized_at, closed_at = change.closed_at,
       expired_at = change.expired_at, due_at = change.due_at, dispute_id = change.dispute_id,
       announced = change.announced
     from change
     where payment.merchant_id = change.merchant_id and payment.id = change.id and payment.version = change.version
     returning payment.store_id, payment.is_test, payment.currency, payment.version as new_version, change.*
   ), captured as (
     insert into captures (merchant_id, payment_id, version, id, reference_id, amount_minor, created_at, body)
     select merchant_id, id, new_version, moved_id, reference_id, amount_minor, at, body from saved where move = 'capture'
   ), refunded as (
     insert into refunds (merchant_id, payment_id, version, id, reference_id, amount_minor, created_at, body)
     select merchant_id, id, new_version, moved_id, reference_id, amount_minor, at, body from saved where move = 'refund'
   ), entered as (
     insert into ledger_entries (merchant_id, payment_id, version, account, cause, currency, amount_minor, at)
     select saved.merchant_id, saved.id, new_version, entry.account, entry.cause, currency, entry.amount_minor, at
     from saved, json_to_recordset(saved.entries) as entry (account text, cause text, amount_minor int8)
   ), told as (
     insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before,
       status_after, amount_minor, reference_id)
     select merchant_id, id, new_version, move, actor, request_id, at, status_before, status, amount_minor, reference_id
     from saved
   ), announced as (
     insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
     select saved.merchant_id, event.id, 'payment', store_id, is_test, saved.id, event.sequence, event.body, at
     from saved, json_to_recordset(saved.events) as event (id uuid, sequence int4, body json)
   ), due as (
     insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
     select saved.merchant_id, gen_random_uuid(), event.id, webhook.id, now
     from saved
     join webhooks as webhook on webhook.merchant_id = saved.merchant_id and webhook.store_id = saved.store_id
       and webhook.is_test = saved.is_test and webhook.family = 'payment' and webhook.disabled_at is null
     cross join json_to_recordset(saved.events) as event (id uuid)
     returning id
   )
   select number, exists (select from due) as has_deliveries from saved`,
)
