import { array, bool, int4, int8, json, nullable, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineReport, defineStatement } from '../../db/statement.ts'
import type { OrderBody } from '../order.ts'
import { type PaymentRow, paymentColumns, selectPayments, wholeColumns } from '../store/payments.ts'

const countIn = (from: string, to: string): string => `(
       select count(*) from payments where merchant_id = :merchantId and is_test = :isTest and listed_as = any(:kinds)
         and created_at >= ${from} and created_at < ${to}
     )`
const counts = (span: string, from: string, to: string): string =>
  `select begins_at, begins_at + interval '${span === 'day' ? '1 day' : '15 minutes'}' as ends_at, count from payment_counts
     where merchant_id = :merchantId and is_test = :isTest and listed_as = any(:kinds) and span = '${span}'
       and begins_at >= ${from} and begins_at < ${to}`

// How many payments there are in a CountedRange of these kinds, and in which part of it, newest first, the one at the offset
// lies: counted quarters and days, what is not counted yet, and at both ends what is no whole quarter.
export const findPosition = defineStatement(
  'find_payment_position',
  {
    ...{ merchantId: uuid, isTest: bool, kinds: array(text) },
    ...{ from: timestamptz, quartersFrom: timestamptz, daysFrom: timestamptz },
    ...{ daysTo: timestamptz, quartersTo: timestamptz, to: timestamptz },
    offset: int8,
  },
  { total: int8, begins_at: nullable(timestamptz), ends_at: nullable(timestamptz), newer: nullable(int8) },
  `with uncounted as (
     select case when created_at >= :daysFrom and created_at < :daysTo then interval '1 day' else interval '15 minutes' end as width,
       created_at, (listed_as = any(:kinds))::int - coalesce(listed_before = any(:kinds), false)::int as count
     from payment_count_changes
     where merchant_id = :merchantId and is_test = :isTest and created_at >= :quartersFrom and created_at < :quartersTo
   ), part as (
     ${counts('quarter_hour', ':quartersFrom', ':daysFrom')}
     union all ${counts('day', ':daysFrom', ':daysTo')}
     union all ${counts('quarter_hour', ':daysTo', ':quartersTo')}
     union all select date_bin(width, created_at, 'epoch'), date_bin(width, created_at, 'epoch') + width, count from uncounted
     union all select :from, :quartersFrom, ${countIn(':from', ':quartersFrom')}
     union all select :quartersTo, :to, ${countIn(':quartersTo', ':to')}
   ), counted as materialized (
     select begins_at, ends_at, sum(count) as count from part group by begins_at, ends_at
   ), placed as (
     select begins_at, ends_at, (sum(count) over (order by begins_at desc, ends_at desc) - count)::int8 as newer
     from counted where count > 0
   )
   select coalesce((select sum(count) from counted), 0)::int8 as total, found.begins_at, found.ends_at, found.newer
   from (values (1)) as one
   left join lateral (select * from placed where newer <= :offset order by newer desc limit 1) as found on true`,
)

/** What belongs to a payment of more bytes than this is not listed with it: it is read by itself. */
export const maxListedBytes = 64 * 1024

const plain = Object.keys(paymentColumns).join(', ')

/** A payment of a page; without its order and movements where those are of too many bytes. */
const listedColumns = { ...wholeColumns, order_body: nullable(json<OrderBody>()), bytes: int4 }
export type ListedRow = RowOf<typeof listedColumns>

// Newest first, of those created in [from, before); candidates = limit + skip: so many are looked at of each kind. A page of the
// largest payments is 60 MB: of those the order and the movements are left out. Each offset 0 has what stands inside computed
// once a row.
export const listPaymentRows = defineStatement(
  'list_payments',
  {
    ...{ merchantId: uuid, isTest: bool, kinds: array(text), from: timestamptz, before: timestamptz },
    ...{ candidates: int4, limit: int4, skip: int4 },
  },
  listedColumns,
  `with page as (
     select near.id, near.created_at
     from unnest(:kinds::text[]) as kind (name)
     cross join lateral (
       select id, created_at from payments
       where merchant_id = :merchantId and is_test = :isTest and listed_as = kind.name
         and created_at >= :from and created_at < :before
       order by created_at desc, id desc limit :candidates
     ) as near
     order by near.created_at desc, near.id desc limit :limit offset :skip
   )
   select ${plain}, case when bytes <= ${maxListedBytes} then order_body end as order_body,
     case when bytes <= ${maxListedBytes} then movements end as movements, bytes
   from (
     select *, octet_length(order_body::text) + coalesce(octet_length(movements::text), 0) as bytes
     from (
       ${selectPayments('page as wanted', ':merchantId')}
       offset 0
     ) as payment
     offset 0
   ) as payment
   order by created_at desc, id desc`,
)

/** Whether the row is the whole payment, and nothing of it was left out. */
export function isWhole(row: ListedRow): row is ListedRow & PaymentRow {
  return row.order_body !== null
}

const spans = `(values ('day', interval '1 day'), ('quarter_hour', interval '15 minutes')) as span (name, width)`

// One at a time: who counts anew waits for who counts, and who finds another counting leaves it to that one. The number is this
// lock's own.
export const lockCounts = defineStatement(
  'lock_payment_counts',
  {},
  { locked: text },
  'select pg_advisory_xact_lock(7305)::text as locked',
)
export const tryLockCounts = defineStatement(
  'try_lock_payment_counts',
  {},
  { locked: bool },
  'select pg_try_advisory_xact_lock(7305) as locked',
)

// All merchants' changes alike, at most so many. The rows have no key, so they are taken by their place.
export const countChanges = defineStatement(
  'count_payment_changes',
  { limit: int4 },
  { counted: int4 },
  `with change as (
     delete from payment_count_changes where ctid = any (array (select ctid from payment_count_changes limit :limit))
     returning merchant_id, is_test, created_at, listed_before, listed_as
   ), step as (
     select merchant_id, is_test, created_at, listed_as, 1 as count from change
     union all
     select merchant_id, is_test, created_at, listed_before, -1 from change where listed_before is not null
   ), counted as (
     insert into payment_counts as counts (merchant_id, is_test, listed_as, span, begins_at, count)
     select merchant_id, is_test, listed_as, span.name, date_bin(span.width, created_at, 'epoch'), sum(count)
     from step cross join ${spans}
     group by 1, 2, 3, 4, 5 having sum(count) <> 0
     on conflict (merchant_id, is_test, listed_as, span, begins_at) do update set count = counts.count + excluded.count
   )
   select count(*)::int4 as counted from change`,
)

const actualCounts = `select merchant_id, is_test, listed_as, span.name as span, date_bin(span.width, created_at, 'epoch') as begins_at,
       count(*) as count
     from payments cross join ${spans}
     group by 1, 2, 3, 4, 5`

// For the doctor, who looks at all merchants: where the counts and what is not counted yet differ from what there is.
export const listMiscounted = defineReport(
  'list_miscounted_payments',
  { limit: int4 },
  { merchant_id: uuid, is_test: bool, listed_as: text, span: text, begins_at: timestamptz, missing: int8 },
  `with step as (
     select merchant_id, is_test, created_at, listed_as, 1 as count from payment_count_changes
     union all
     select merchant_id, is_test, created_at, listed_before, -1 from payment_count_changes where listed_before is not null
   ), number as (
     ${actualCounts}
     union all
     select merchant_id, is_test, listed_as, span, begins_at, -count from payment_counts
     union all
     select merchant_id, is_test, listed_as, span.name, date_bin(span.width, created_at, 'epoch'), -count
     from step cross join ${spans}
   )
   select merchant_id, is_test, listed_as, span::text, begins_at, sum(count)::int8 as missing from number
   group by 1, 2, 3, 4, 5 having sum(count) <> 0
   order by 1, 2, 3, 4, 5 limit :limit`,
)

// Counts anew what there is at this moment, of all merchants. What changes meanwhile is counted in afterwards.
export const forgetCounts = defineStatement('forget_payment_counts', {}, {}, 'delete from payment_counts')
export const recountPayments = defineReport(
  'recount_payments',
  {},
  {},
  `with forgotten as (
     delete from payment_count_changes
   )
   insert into payment_counts (merchant_id, is_test, listed_as, span, begins_at, count) ${actualCounts}`,
)
