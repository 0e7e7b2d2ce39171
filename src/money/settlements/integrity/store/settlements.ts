import { bool, int4, int8, nullable, type RowOf, text, timestamptz, uuid } from '../../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../../platform/db/statement.ts'
import { hashOfSeal } from '../../../ledger/seals-sql.ts'
import { instantOfDate, startOfDate } from '../../../plans/local-time-sql.ts'
import { payoutTime } from '../../settlement.ts'
import { lineSums, sumColumns } from '../../store/lines.ts'

const lineColumns = Object.keys(sumColumns).map((name) => `line.${name} as line_${name}`)

const settlementColumns = {
  merchant_id: uuid,
  id: uuid,
  currency: text,
  date: text,
  ends_at: timestamptz,
  ended_at: nullable(timestamptz),
  closed_at: timestamptz,
  lines: int4,
  ...sumColumns,
  line_lines: int4,
  line_captures_minor: int8,
  line_refunds_minor: int8,
  line_dispute_refunds_minor: int8,
  line_fees_minor: int8,
  line_vat_minor: int8,
  line_net_minor: int8,
  seal_number: int8,
  is_sealed: bool,
  pending: nullable(text),
  is_held: bool,
  payouts: int4,
}

export type SettlementIntegrityRow = RowOf<typeof settlementColumns>

// The next settlements with their sources.
export const listSettlements = onEachShard(
  defineStatement(
    'list_settlements_for_integrity',
    { afterMerchant: uuid, afterSettlement: uuid, limit: int4 },
    settlementColumns,
    `with page as (
     select * from settlements where (merchant_id, id) > (:afterMerchant, :afterSettlement) order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.currency, page.date::text as date, page.ends_at,
     ${startOfDate('page.date + 1', 'page.currency')} as ended_at, page.closed_at, page.lines,
     ${Object.keys(sumColumns)
       .map((name) => `page.${name}`)
       .join(', ')}, line.lines as line_lines, ${lineColumns.join(', ')},
     page.seal_number, coalesce(${hashOfSeal('page.merchant_id', 'page.seal_number')} = page.seal_hash, false) as is_sealed,
     pending.state as pending, coalesce(pending.is_held, false) as is_held, (
       select count(*)::int4 from payout_settlements as paid
       where paid.merchant_id = page.merchant_id and paid.settlement_id = page.id
     ) as payouts
   from page
   cross join lateral (
     select count(*)::int4 as lines, ${lineSums}
     from settlement_lines where merchant_id = page.merchant_id and settlement_id = page.id
   ) as line
   left join pending_settlements as pending on pending.merchant_id = page.merchant_id and pending.id = page.id
   order by page.merchant_id, page.id`,
  ),
  inOrder('merchant_id', 'id'),
)

// Pending days that contradict the closed days, or are due at a wrong time.
export const listWronglyPending = onEachShard(
  defineReport(
    'list_wrongly_pending_settlements',
    { closingDelayMs: int4, limit: int4 },
    {
      merchant_id: uuid,
      id: uuid,
      date: text,
      state: text,
      is_closed: bool,
      is_same: bool,
      closed_id: nullable(uuid),
      lines: int8,
      due_at: nullable(timestamptz),
      is_due_in_time: bool,
    },
    `select merchant_id, id, date, state, is_closed, is_same, closed_id, lines, due_at, is_due_in_time from (
     select pending.merchant_id, pending.id, pending.date::text as date, pending.state, own.id is not null as is_closed,
       coalesce((own.store_id, own.is_test, own.currency, own.date)
         = (pending.store_id, pending.is_test, pending.currency, pending.date), false) as is_same, closed.id as closed_id, (
         select count(*) from settlement_lines as line
         where line.merchant_id = pending.merchant_id and line.settlement_id = pending.id
       ) as lines, pending.due_at,
       case pending.state
         when 'open' then coalesce(pending.due_at between ends.at and ends.at + :closingDelayMs::int4 * interval '1 millisecond', false)
         when 'closed' then coalesce(pending.due_at = ${instantOfDate('pending.date + 1', payoutTime, 'pending.currency')}, false)
         else true end as is_due_in_time
     from pending_settlements as pending
     cross join lateral (select ${startOfDate('pending.date + 1', 'pending.currency')} as at) as ends
     left join settlements as own on own.merchant_id = pending.merchant_id and own.id = pending.id
     left join settlements as closed on closed.merchant_id = pending.merchant_id and closed.store_id = pending.store_id
       and closed.is_test = pending.is_test and closed.date = pending.date and closed.id <> pending.id
   ) as day
   where (state = 'open') = is_closed or is_closed and not is_same or closed_id is not null or lines = 0
     or not is_due_in_time
   order by 1, 2 limit :limit`,
  ),
)
