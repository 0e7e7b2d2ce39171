import { bool, int8, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const store = { merchantId: uuid, isTest: bool, storeId: uuid }

// A day that is closed between two queries may be in both lists.
export const listOpenDates = defineStatement(
  'list_open_dates_of_store',
  { ...store, first: text, last: text },
  { date: text },
  `select date::text as date from pending_settlements
   where merchant_id = :merchantId and store_id = :storeId and is_test = :isTest and state = 'open'
     and date between :first::text::date and :last::text::date
   order by date limit 31`,
)

// The sum of a store's closed days before a date, without those whose payout ends before it. Reads each day of the
// store once: a year has at most 366.
export const sumUnpaidBefore = defineStatement(
  'sum_unpaid_before_date',
  { ...store, first: text },
  { net_minor: int8 },
  `with day as (
     select settlement.date, settlement.net_minor, part.payout_id
     from settlements as settlement
     left join payout_settlements as part on part.merchant_id = :merchantId and part.settlement_id = settlement.id
     where settlement.merchant_id = :merchantId and settlement.store_id = :storeId and settlement.is_test = :isTest
   ), ended as (
     select payout_id from day where payout_id is not null group by payout_id having max(date) < :first::text::date
   )
   select coalesce(sum(day.net_minor), 0)::int8 as net_minor
   from day left join ended on ended.payout_id = day.payout_id
   where day.date < :first::text::date and ended.payout_id is null`,
)
