import {
  assignmentList,
  bool,
  columnList,
  int4,
  int8,
  json,
  nullable,
  records,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { actorColumns } from '../../../platform/merchants/caller.ts'
import { feeRatesOfStore } from '../../../platform/merchants/merchants-sql.ts'
import type { FeeRatesRecord } from '../../../platform/merchants/stores/fee-rates.ts'
import { insertDeliveries, insertNotifications } from '../../../platform/webhooks/notifications-sql.ts'
import { insertReturns, returnRecords } from '../../charges/charges-sql.ts'
import { entryRecords, postEntries } from '../../ledger/entries-sql.ts'
import { figuredMoves } from '../figures/figures-sql.ts'
import { changingColumns, isVersioned } from './payments.ts'

/** A change of a payment, and its step of the timeline. */
const changeRecords = records({
  /** Numbers the changes of one statement. */
  number: int4,
  merchant_id: uuid,
  id: uuid,
  /** The version that was decided on, and its change. */
  version: int4,
  former_change_id: nullable(uuid),
  /** The kind before the change. */
  listed_before: text,
  ...changingColumns,
  move: text,
  ...actorColumns,
  at: timestamptz,
  status_before: text,
  /** Of a capture or refund. `body`: the merchant's members, as JSON. */
  movement_id: nullable(uuid),
  amount_minor: nullable(int8),
  reference_id: nullable(text),
  /** The reference of a capture or refund by the service, which then has no merchant's reference. */
  service_reference: nullable(text),
  body: nullable(text),
  /** The fee of the movement, and its rates. */
  fee_minor: nullable(int8),
  fee_fixed_minor: nullable(int8),
  fee_vat_minor: nullable(int8),
  fee_rates: nullable(json<FeeRatesRecord>()),
  /** Whether the payment was known and not read, and the fee rates that it had. */
  is_known: bool,
  known_rates: nullable(json<FeeRatesRecord>()),
})

/** A notification of the change of that number. */
const eventRecords = records({
  number: int4,
  id: uuid,
  sequence: int4,
  /** JSON. */
  body: text,
  /** Whether the body is complete. Otherwise the large members are added at sending. */
  is_whole: bool,
})

/** A changed order reference: the former search term and the new one. */
const renamedRecords = records({ number: int4, before: text, after: text })

// What a decision depends on and what changes without a new version.
const isStillAsKnown = `${isVersioned}
       and change.known_rates::jsonb is not distinct from ${feeRatesOfStore('payment.merchant_id', 'payment.store_id')}::jsonb`

// One round trip and one commit for the changes of several payments. Writes nothing for a payment at another version
// (optimistic concurrency), or for a locked one: no change waits for a lock. Of two changes of one payment in one
// statement, one is saved. Wide or repeated values are parameters of their own with JSON as text, so that the server
// reads each byte once.
const parameters = {
  changes: changeRecords,
  entries: entryRecords,
  events: eventRecords,
  now: timestamptz, // The system's time, by which deliveries go.
}
// Whether a saved change has a delivery to a webhook.
const answer = { number: int4, has_deliveries: bool }

export const saveChanges = defineStatement('save_payments', parameters, answer, saving(''))

const returned = `, returned as (
     ${insertReturns('saved', ':returns')}
   )`

// The same with returns to cards. A statement of its own, because most changes have none.
export const saveChangesWithReturns = defineStatement(
  'save_payments_with_returns',
  { ...parameters, returns: returnRecords },
  answer,
  saving(returned),
)

// The same with changed references, which are rare.
export const saveChangesWithReferences = defineStatement(
  'save_payments_with_references',
  { ...parameters, returns: returnRecords, renamed: renamedRecords },
  answer,
  saving(`${returned}, renamed as (
     select merchant_id, is_test, created_at, payment_id, renamed.before, renamed.after
     from saved join json_to_recordset(:renamed) as renamed (${renamedRecords.definition}) on renamed.number = saved.number
   ), former as (
     delete from payment_search_terms as term using renamed
     where term.merchant_id = renamed.merchant_id and term.is_test = renamed.is_test and term.term = renamed.before
       and term.created_at = renamed.created_at and term.payment_id = renamed.payment_id
   ), searchable as (
     insert into payment_search_terms (merchant_id, is_test, term, created_at, payment_id)
     select merchant_id, is_test, after, created_at, payment_id from renamed
     on conflict do nothing
   )`),
)

/** Returns the statement. `more`: further members of the `with` that read `saved`. */
function saving(more: string): string {
  return `with change as materialized (
     select * from json_to_recordset(:changes) as change (${changeRecords.definition})
   ), unlocked as (
     select change.*, payment.ctid as row from change
     join payments as payment on payment.merchant_id = change.merchant_id and payment.id = change.id
       and payment.version = change.version and payment.change_id is not distinct from change.former_change_id
     where not change.is_known or (${isStillAsKnown})
     for update of payment skip locked
   ), saved as (
     update payments as payment
     set version = payment.version + 1, ${assignmentList(changingColumns, 'change')}
     from unlocked as change
     where payment.ctid = change.row and payment.merchant_id = change.merchant_id
     returning change.number, payment.merchant_id, payment.id as payment_id, payment.store_id, payment.is_test,
       payment.currency, payment.version, payment.status, payment.created_at, payment.listed_as, change.listed_before,
       change.move, ${columnList(actorColumns, 'change')}, change.at, change.status_before, change.amount_minor,
       change.reference_id, change.service_reference, change.movement_id, change.body, change.fee_minor, change.fee_fixed_minor,
       change.fee_vat_minor, change.fee_rates, payment.order_reference, payment.amount_minor as order_minor
   ), listed as (
     insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as, move, at,
       amount_minor)
     select merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as, move, at,
       case when move = 'authorize' then order_minor else amount_minor end
     from saved where listed_as <> listed_before or move in ${figuredMoves}
   ), step as (
     insert into payment_timeline (merchant_id, payment_id, version, move, ${columnList(actorColumns)}, at, status_before,
       status_after, amount_minor, reference_id, service_reference, id, body, fee_minor, fee_fixed_minor, fee_vat_minor, fee_rates, order_reference)
     select merchant_id, payment_id, version, move, ${columnList(actorColumns)}, at, status_before, status, amount_minor,
       reference_id, service_reference, movement_id, body::json, fee_minor, fee_fixed_minor, fee_vat_minor, fee_rates,
       case when movement_id is not null then order_reference end
     from saved
   ), ${postEntries('saved', 'payment_id', ':entries')}, event as (
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
