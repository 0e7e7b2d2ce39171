import { bool, int4, json, timestamptz } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { postEntries } from '../../ledger/post.ts'
import { insertDeliveries, insertNotifications } from '../../webhooks/announce.ts'

/** What one move makes of its payment, and its step of the timeline. Amounts as texts, times as ISO 8601. */
export interface ChangeRecord {
  /** Tells the changes of one statement apart. */
  readonly number: number
  readonly merchant_id: string
  readonly id: string
  /** The version that was read. */
  readonly version: number
  /** The kind it was of in lists. */
  readonly listed_before: string
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
  /** The reference of a capture or refund by the service itself, which then has no other. */
  readonly service_reference: string | null
  readonly moved_id: string | null
  /** What the merchant said about a capture or refund: JSON. */
  readonly body: string | null
}

/** A ledger entry of the change of that number. */
export interface EntryRecord {
  readonly number: number
  readonly account: string
  readonly cause: string
  readonly amount_minor: string
}

/** A notification of the change of that number. */
export interface EventRecord {
  readonly number: number
  readonly id: string
  readonly sequence: number
  /** JSON. */
  readonly body: string
  /** Whether the body is as it is sent; else large members are put in when it is. */
  readonly is_whole: boolean
}

// One round trip and one commit for all that moves write, of as many payments as come at the same time; nothing at all of a
// payment that is not at the version that was read, or that somebody holds: nobody waits for a lock. Of two moves of one payment in one statement, one is saved. What is wide or
// comes in numbers is a parameter of its own, with its JSON as text, so that the server reads every letter once.
export const saveChanges = defineStatement(
  'save_payments',
  [
    json<readonly ChangeRecord[]>(),
    json<readonly EntryRecord[]>(),
    json<readonly EventRecord[]>(),
    timestamptz, // The system's time, by which deliveries go.
  ],
  // Whether any of the saved moves is to be told to a webhook.
  { number: int4, has_deliveries: bool },
  `with change as materialized (
     select * from json_to_recordset($1) as change (number int4, merchant_id uuid, id uuid, version int4,
       listed_before text, status text, captured_minor int8, refunded_minor int8, paid_minor int8, order_reference text,
       expires_at timestamptz, authorized_at timestamptz, closed_at timestamptz, expired_at timestamptz, due_at timestamptz,
       dispute_id uuid, announced int4, move text, actor text, request_id text, at timestamptz, status_before text,
       amount_minor int8, reference_id text, service_reference text, moved_id uuid, body text)
   ), unlocked as (
     select change.*, payment.ctid as row from change
     join payments as payment on payment.merchant_id = change.merchant_id and payment.id = change.id
       and payment.version = change.version
     for update of payment skip locked
   ), saved as (
     update payments as payment
     set version = payment.version + 1, status = change.status, captured_minor = change.captured_minor,
       refunded_minor = change.refunded_minor, paid_minor = change.paid_minor, order_reference = change.order_reference,
       expires_at = change.expires_at, authorized_at = change.authorized_at, closed_at = change.closed_at,
       expired_at = change.expired_at, due_at = change.due_at, dispute_id = change.dispute_id,
       announced = change.announced
     from unlocked as change
     where payment.ctid = change.row and payment.merchant_id = change.merchant_id
     returning change.number, payment.merchant_id, payment.id as payment_id, payment.store_id, payment.is_test,
       payment.currency, payment.version, payment.status, payment.created_at, payment.listed_as, change.listed_before,
       change.move, change.actor, change.request_id, change.at, change.status_before, change.amount_minor,
       change.reference_id, change.service_reference, change.moved_id, change.body
   ), listed as (
     insert into payment_count_changes (merchant_id, is_test, created_at, listed_before, listed_as)
     select merchant_id, is_test, created_at, listed_before, listed_as from saved where listed_as <> listed_before
   ), told as (
     insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before,
       status_after, amount_minor, reference_id, service_reference, id, body)
     select merchant_id, payment_id, version, move, actor, request_id, at, status_before, status, amount_minor,
       reference_id, service_reference, moved_id, body::json
     from saved
   ), entered as (
     ${postEntries('saved', '$2')}
   ), event as (
     select saved.merchant_id, event.id, store_id, is_test, payment_id, null::uuid as dispute_id, event.sequence,
       event.body::json as body, case when not event.is_whole then version end as payment_version, at as created_at
     from saved
     join json_to_recordset($3) as event (number int4, id uuid, sequence int4, body text, is_whole bool)
       on event.number = saved.number
   ), announced as (
     ${insertNotifications('payment', 'event')}
   ), due as (
     ${insertDeliveries('payment', 'announced', '$4')}
   )
   select number, exists (select from due) as has_deliveries from saved`,
)
