import {
  array,
  columnList,
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { movementsOf } from '../../payments/payments-sql.ts'
import { localDate, startOfDate } from '../../plans/local-time-sql.ts'
import type { SettlementLine } from '../settlement.ts'

/**
 * SQL: the days of the movements in `moved` (store_id, is_test, currency, date) of merchant :merchantId, each with its
 * `settled_date`: the day itself, or the next open day after a closed one.
 */
export function settledDays(moved: string): string {
  return `select one.*, case when closed.date is null then one.date else (
         select min(before.date) + 1 from settlements as before
         where before.merchant_id = :merchantId and before.store_id = one.store_id and before.is_test = one.is_test
           and before.date >= one.date and not exists (
             select from settlements as next where next.merchant_id = :merchantId and next.store_id = one.store_id
               and next.is_test = one.is_test and next.date = before.date + 1
           )
       ) end as settled_date
     from (select distinct store_id, is_test, currency, date from ${moved}) as one
     left join settlements as closed on closed.merchant_id = :merchantId and closed.store_id = one.store_id
       and closed.is_test = one.is_test and closed.date = one.date`
}

// A movement belongs to its own day. If it was committed after that day was closed, it belongs to the next open
// day. A day is opened by its first movement.
export const bookLines = defineStatement(
  'book_settlement_lines',
  { merchantId: uuid, sourceIds: array(uuid), versions: array(int4), delayMs: int4 },
  {},
  `with moved as materialized (
     select movement.*, ${localDate('movement.at', 'movement.currency')} as date
     from (${movementsOf(
       ':merchantId',
       '(select * from unnest(:sourceIds::uuid[], :versions::int4[]) as sealed (source_id, version))',
     )}) as movement
   ), day as materialized (
     ${settledDays('moved')}
   ), known as materialized (
     select distinct day.*, pending.id
     from day left join pending_settlements as pending on pending.merchant_id = :merchantId
       and pending.store_id = day.store_id and pending.is_test = day.is_test and pending.date = day.settled_date
   ), opened as (
     insert into pending_settlements (merchant_id, id, store_id, is_test, currency, date, state, due_at)
     select :merchantId, gen_random_uuid(), store_id, is_test, currency, settled_date, 'open',
       ${startOfDate('settled_date + 1', 'currency')} + :delayMs::int4 * interval '1 millisecond'
     from (select distinct store_id, is_test, currency, settled_date from known where id is null) as new
     returning id, store_id, is_test, date
   ), settlement as (
     select known.store_id, known.is_test, known.date, coalesce(known.id, opened.id) as id
     from known left join opened on opened.store_id = known.store_id and opened.is_test = known.is_test
       and opened.date = known.settled_date
   )
   insert into settlement_lines (merchant_id, settlement_id, id, type, payment_id, version, order_reference, reference_id,
     created_at, amount_minor, fee_minor, vat_minor)
   select :merchantId, settlement.id, moved.id, type, payment_id, version, order_reference, reference_id, at, amount_minor,
     fee_minor, vat_minor
   from moved
   join settlement on settlement.store_id = moved.store_id and settlement.is_test = moved.is_test
     and settlement.date = moved.date`,
)

/** SQL: the sums of a settlement's lines, like `sumOf`. */
export const lineSums = `coalesce(sum(amount_minor) filter (where type = 'capture'), 0)::bigint as captures_minor,
     coalesce(-sum(amount_minor) filter (where type = 'refund'), 0)::bigint as refunds_minor,
     coalesce(-sum(amount_minor) filter (where type = 'dispute_refund'), 0)::bigint as dispute_refunds_minor,
     coalesce(sum(fee_minor), 0)::bigint as fees_minor, coalesce(sum(vat_minor), 0)::bigint as vat_minor,
     coalesce(sum(amount_minor - fee_minor - vat_minor), 0)::bigint as net_minor`

export const sumColumns = {
  captures_minor: int8,
  refunds_minor: int8,
  dispute_refunds_minor: int8,
  fees_minor: int8,
  vat_minor: int8,
  net_minor: int8,
}

const lineColumns = {
  id: uuid,
  type: text,
  payment_id: uuid,
  order_reference: text,
  reference_id: text,
  created_at: timestamptz,
  amount_minor: int8,
  fee_minor: int8,
  vat_minor: int8,
}

export const listLines = defineStatement(
  'list_settlement_lines',
  { merchantId: uuid, settlementId: uuid, after: uuid, limit: int4 },
  lineColumns,
  `select ${columnList(lineColumns)}
   from settlement_lines where merchant_id = :merchantId and settlement_id = :settlementId and id > :after
   order by id limit :limit`,
)

export const countLines = defineStatement(
  'count_settlement_lines',
  { merchantId: uuid, settlementId: uuid },
  { count: int4 },
  `select count(*)::int4 as count from settlement_lines
   where merchant_id = :merchantId and settlement_id = :settlementId`,
)

export const listLinePage = defineStatement(
  'list_settlement_line_page',
  { merchantId: uuid, settlementId: uuid, limit: int4, offset: int4 },
  lineColumns,
  `select ${columnList(lineColumns)}
   from settlement_lines where merchant_id = :merchantId and settlement_id = :settlementId
   order by id limit :limit offset :offset`,
)

export function lineFrom(row: RowOf<typeof lineColumns>): SettlementLine {
  return {
    id: row.id,
    type: row.type as SettlementLine['type'],
    paymentId: row.payment_id,
    orderReference: row.order_reference,
    referenceId: row.reference_id,
    createdAt: row.created_at,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    vatMinor: row.vat_minor,
  }
}

const columns = {
  ...{ id: uuid, settlement_id: uuid, type: text, version: int4, order_reference: text, reference_id: text },
  ...{ created_at: timestamptz, amount_minor: int8, fee_minor: int8, vat_minor: int8, total: int4 },
  ...{ date: text, net_minor: nullable(int8), closed_at: nullable(timestamptz) },
  ...{ pending_state: nullable(text), due_at: nullable(timestamptz) },
  ...{ payout_id: nullable(uuid), payout_state: nullable(text), payout_reference: nullable(text) },
  ...{ payout_minor: nullable(int8), payout_at: nullable(timestamptz), paid_at: nullable(timestamptz) },
}

export type SettledRow = RowOf<typeof columns>

// The newest lines of a payment, each with its day and payout, and the number of all.
export const listSettled = defineStatement(
  'list_settled_of_payment',
  { merchantId: uuid, paymentId: uuid, limit: int4 },
  columns,
  `select line.id, line.settlement_id, line.type, line.version, line.order_reference, line.reference_id, line.created_at,
     line.amount_minor, line.fee_minor, line.vat_minor, line.total, coalesce(settlement.date, pending.date)::text as date,
     settlement.net_minor, settlement.closed_at, pending.state as pending_state, pending.due_at, payout.id as payout_id,
     payout.state as payout_state, payout.reference as payout_reference, payout.amount_minor as payout_minor,
     payout.created_at as payout_at, payout.paid_at
   from (
     select *, count(*) over ()::int4 as total from settlement_lines
     where merchant_id = :merchantId and payment_id = :paymentId order by version desc limit :limit
   ) as line
   left join settlements as settlement on settlement.merchant_id = :merchantId and settlement.id = line.settlement_id
   left join pending_settlements as pending on pending.merchant_id = :merchantId and pending.id = line.settlement_id
   left join payout_settlements as part on part.merchant_id = :merchantId and part.settlement_id = line.settlement_id
   left join payouts as payout on payout.merchant_id = :merchantId and payout.id = part.payout_id
   order by line.version`,
)
