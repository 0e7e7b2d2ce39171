import {
  array,
  bool,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { isAnyDueOf } from '../../../platform/due/due-sql.ts'
import type { OrderBody } from '../order.ts'
import { type PaymentRow, paymentColumns, selectPayments, wholeColumns } from '../store/payments.ts'

const ofKinds = 'merchant_id = :merchantId and is_test = :isTest and listed_as = any(:kinds)'
const countIn = (from: string, to: string): string => `(
       select count(*) from payments where ${ofKinds} and created_at >= ${from} and created_at < ${to}
     )`
const widths = { day: "interval '1 day'", quarter_hour: "interval '15 minutes'" } as const
const countsOf = (span: keyof typeof widths): string =>
  `select begins_at, begins_at + ${widths[span]} as ends_at, count from payment_counts where ${ofKinds} and span = '${span}'`
const countsIn = (span: keyof typeof widths, from: string, to: string): string =>
  `${countsOf(span)} and begins_at >= ${from} and begins_at < ${to}`
const uncountedOf = (width: string): string =>
  `select date_bin(${width}, created_at, 'epoch') as begins_at, date_bin(${width}, created_at, 'epoch') + ${width} as ends_at, count
     from uncounted`
/** SQL: changes that are not counted yet. `columns`: extra columns. `where`: a condition. */
const uncounted = (columns: string, where: string): string =>
  `uncounted as (
     select ${columns} created_at, (listed_as = any(:kinds))::int - coalesce(listed_before = any(:kinds), false)::int as count
     from payment_count_changes where merchant_id = :merchantId and is_test = :isTest ${where}
   )`
const counted = `counted as materialized (
     select begins_at, ends_at, sum(count) as count from part group by begins_at, ends_at
   )`

// SQL: the number of payments of these kinds in each part of a CountedRange: counted quarters and days, uncounted
// changes, and the payments in both ends.
const countedInRange = `${uncounted(
  `case when created_at >= :daysFrom and created_at < :daysTo then ${widths.day} else ${widths.quarter_hour} end as width,`,
  'and created_at >= :quartersFrom and created_at < :quartersTo',
)}, part as (
     ${countsIn('quarter_hour', ':quartersFrom', ':daysFrom')}
     union all ${countsIn('day', ':daysFrom', ':daysTo')}
     union all ${countsIn('quarter_hour', ':daysTo', ':quartersTo')}
     union all ${uncountedOf('width')}
     union all select :from, :quartersFrom, ${countIn(':from', ':quartersFrom')}
     union all select :quartersTo, :to, ${countIn(':quartersTo', ':to')}
   ), ${counted}`
// SQL: the same of all there are, whenever they were created: in whole days.
const countedEver = `${uncounted('', '')}, part as (
     ${countsOf('day')} union all ${uncountedOf(widths.day)}
   ), ${counted}`
const total = 'coalesce((select sum(count) from counted), 0)::int8'

const ofMerchant = { merchantId: uuid, isTest: bool, kinds: array(text) }
const rangeParams = {
  ...{ from: timestamptz, quartersFrom: timestamptz, daysFrom: timestamptz },
  ...{ daysTo: timestamptz, quartersTo: timestamptz, to: timestamptz },
}

export const countByKind = defineStatement(
  'count_listed_payments',
  { ...ofMerchant, ...rangeParams },
  { total: int8 },
  `with ${countedInRange} select ${total} as total`,
)

/** SQL: the part, newest first, in which the one at the offset lies, and how many are in newer ones. */
const partAt = (parts: string, offset: string): string =>
  `select begins_at, ends_at, newer from (
       select begins_at, ends_at, (sum(count) over (order by begins_at desc, ends_at desc) - count)::int8 as newer
       from ${parts} where count > 0
     ) as placed where newer <= ${offset} order by newer desc limit 1`

// Skipping this number of payments along an index is faster than finding the quarter of the day where the page begins.
const fewSkipped = 200
const ofDay = (from: 'begins_at' | 'ends_at'): string => `(select ${from} from day)`
const quarters = `(
       select begins_at, ends_at, sum(count) as count from (
         ${countsIn('quarter_hour', ofDay('begins_at'), ofDay('ends_at'))}
         union all
         ${uncountedOf(widths.quarter_hour)} where created_at >= ${ofDay('begins_at')} and created_at < ${ofDay('ends_at')}
       ) as part group by begins_at, ends_at
     ) as quarter_hour`

const positionIn = (what: string): string => `with ${what}, found as (
     ${partAt('counted', ':offset')}
   ), day as (
     select begins_at, ends_at from found where ends_at - begins_at = ${widths.day} and :offset - newer > ${fewSkipped}
   )
   select ${isAnyDueOf('payment', 'payments', 'is_test = :isTest')} as is_due, ${total} as total,
     coalesce(quarter.ends_at, found.ends_at) as before, :offset - found.newer - coalesce(quarter.newer, 0) as skip
   from (values (1)) as one
   left join found on true
   left join lateral (${partAt(quarters, ':offset - found.newer')}) as quarter on true`

const positionParams = { ...ofMerchant, offset: int8, until: timestamptz, now: timestamptz }
const position = { is_due: bool, total: int8, before: nullable(timestamptz), skip: nullable(int8) }

// The number of payments of these kinds, and where the page at the offset begins: `skip` payments after those created
// at `before` or later; null if it begins after the last one. `is_due`: a payment is due, which would change the
// result.
export const findPosition = defineStatement('find_payment_position', positionParams, position, positionIn(countedEver))

// The same among those of a CountedRange.
export const findPositionInRange = defineStatement(
  'find_payment_position_in_range',
  { ...positionParams, ...rangeParams },
  position,
  positionIn(countedInRange),
)

/** The order and movements of a payment with more bytes are read separately. */
export const maxInlineBytes = 64 * 1024

const plain = Object.keys(paymentColumns).join(', ')

/** A payment of a page; without its order and movements where those are of too many bytes. */
const listedColumns = { ...wholeColumns, order_body: nullable(json<OrderBody>()), bytes: int4 }
export type PageRow = RowOf<typeof listedColumns>

// Newest first, of payments created in [from, before). `candidates` = limit + skip: rows to read of each kind. A page
// of the largest payments is 60 MB, so their orders and movements are left out. Each `offset 0` makes the server
// compute the inner columns once for each row.
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
   select ${plain}, fee_rates, case when bytes <= ${maxInlineBytes} then order_body end as order_body,
     case when bytes <= ${maxInlineBytes} then movements end as movements, bytes
   from (
     select *, octet_length(order_body::text) + coalesce(octet_length(movements::text), 0) as bytes
     from (
       ${selectPayments('page as requested', ':merchantId')}
       offset 0
     ) as payment
     offset 0
   ) as payment
   order by created_at desc, id desc`,
)

/** Whether the row is the whole payment, and nothing of it was left out. */
export function isWhole(row: PageRow): row is PageRow & PaymentRow {
  return row.order_body !== null
}
