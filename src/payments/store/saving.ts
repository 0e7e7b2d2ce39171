import { insertReturns, returnRecords } from '../../charges/returns-sql.ts'
import { assignmentList, columnList } from '../../db/column-lists.ts'
import { bool, int4, int8, nullable, records, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { entryRecords, postEntries } from '../../ledger/entries-sql.ts'
import { actorColumns } from '../../merchants/actor-columns.ts'
import { insertDeliveries, insertNotifications } from '../../webhooks/notifications-sql.ts'
import { changingColumns } from './payments.ts'

/** What one transition makes of its payment, and its step of the timeline. */
const changeRecords = records({
  /** Tells the changes of one statement apart. */
  number: int4,
  merchant_id: uuid,
  id: uuid,
  /** The version that was read. */
  version: int4,
  /** The kind it was of in lists. */
  listed_before: text,
  ...changingColumns,
  move: text,
  ...actorColumns,
  at: timestamptz,
  status_before: text,
  /** Of a capture or refund, as is `body`: what the merchant said about it, JSON. */
  movement_id: nullable(uuid),
  amount_minor: nullable(int8),
  reference_id: nullable(text),
  /** The reference of a capture or refund by the service itself, which then has no other. */
  service_reference: nullable(text),
  body: nullable(text),
})

/** A notification of the change of that number. */
const eventRecords = records({
  number: int4,
  id: uuid,
  sequence: int4,
  /** JSON. */
  body: text,
  /** Whether the body is as it is sent; else large members are put in when it is. */
  is_whole: bool,
})

// One round trip and one commit for all that transitions write, of as many payments as come at the same time; nothing at all of
// a payment that is not at the version that was read (optimistic concurrency), or that somebody holds: nobody waits for a lock.
// Of two changes of one payment in one statement, one is saved. What is wide or comes in numbers is a parameter of its own, with
// its JSON as text, so that the server reads every letter once.
const parameters = {
  changes: changeRecords,
  entries: entryRecords,
  events: eventRecords,
  now: timestamptz, // The system's time, by which deliveries go.
}
// Whether any of the saved changes is to be told to a webhook.
const answer = { number: int4, has_deliveries: bool }

export const saveChanges = defineStatement('save_payments', parameters, answer, saving(''))

// The same where money goes back to cards, too, which most changes need not pay for.
export const saveChangesWithReturns = defineStatement(
  'save_payments_with_returns',
  { ...parameters, returns: returnRecords },
  answer,
  saving(`, returned as (\n     ${insertReturns('saved', ':returns')}\n   )`),
)

/** The statement, with more to be written of what is `saved`. */
function saving(more: string): string {
  return `with change as materialized (
     select * from json_to_recordset(:changes) as change (${changeRecords.definition})
   ), unlocked as (
     select change.*, payment.ctid as row from change
     join payments as payment on payment.merchant_id = change.merchant_id and payment.id = change.id
       and payment.version = change.version
     for update of payment skip locked
   ), saved as (
     update payments as payment
     set version = payment.version + 1, ${assignmentList(changingColumns, 'change')}
     from unlocked as change
     where payment.ctid = change.row and payment.merchant_id = change.merchant_id
     returning change.number, payment.merchant_id, payment.id as payment_id, payment.store_id, payment.is_test,
       payment.currency, payment.version, payment.status, payment.created_at, payment.listed_as, change.listed_before,
       change.move, ${columnList(actorColumns, 'change')}, change.at, change.status_before, change.amount_minor,
       change.reference_id, change.service_reference, change.movement_id, change.body
   ), listed as (
     insert into payment_count_changes (merchant_id, is_test, created_at, listed_before, listed_as)
     select merchant_id, is_test, created_at, listed_before, listed_as from saved where listed_as <> listed_before
   ), step as (
     insert into payment_timeline (merchant_id, payment_id, version, move, ${columnList(actorColumns)}, at, status_before,
       status_after, amount_minor, reference_id, service_reference, id, body)
     select merchant_id, payment_id, version, move, ${columnList(actorColumns)}, at, status_before, status, amount_minor,
       reference_id, service_reference, movement_id, body::json
     from saved
   ), posted as (
     ${postEntries('saved', ':entries')}
   ), event as (
     select saved.merchant_id, event.id, store_id, is_test, payment_id, null::uuid as dispute_id, event.sequence,
       event.body::json as body, case when not event.is_whole then version end as payment_version, at as created_at
     from saved
     join json_to_recordset(:events) as event (${eventRecords.definition}) on event.number = saved.number
   ), announced as (
     ${insertNotifications('payment', 'event')}
   ), due as (
     ${insertDeliveries('payment', 'announced', ':now')}
   )${more}
   select number, exists (select from due) as has_deliveries from saved`
}
