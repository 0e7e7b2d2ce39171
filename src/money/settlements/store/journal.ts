import { bool, int8, type RowOf, text, uuid } from '../../../platform/db/columns.ts'
import { defineReport } from '../../../platform/db/statement.ts'
import { storeNames } from '../../../platform/merchants/merchants-sql.ts'
import { returnsOfMerchant } from '../../charges/charges-sql.ts'
import { entriesOfMerchant, waitingChanges } from '../../ledger/entries-sql.ts'
import { movementsOf, storesOfPayments } from '../../payments/payments-sql.ts'
import { localDate } from '../../plans/local-time-sql.ts'
import { settledDays } from './lines.ts'

const columns = {
  ...{ date: text, store_id: uuid, merchant_code: text, currency: text, cause: text, account: text },
  amount_minor: int8,
}

export type JournalRow = RowOf<typeof columns>

const merchant = ':merchantId'

// One statement, so that all days are read at the same instant: entries that commit meanwhile are in no sum.
// The day of a change is that of its settlement line; for a change that waits to be booked, the day in which it would
// be booked now; for every other change the day of its entries.
export const sumEntriesByDay = defineReport(
  'sum_ledger_entries_by_day',
  { merchantId: uuid, isTest: bool, from: text, to: text },
  columns,
  `with moved as materialized (
     select movement.payment_id, movement.version, movement.store_id, movement.is_test, movement.currency,
       ${localDate('movement.at', 'movement.currency')} as date
     from (${movementsOf(
       merchant,
       `(select source_id, version from (${waitingChanges}) as unsealed where unsealed.merchant_id = ${merchant})`,
     )}) as movement
   ), day as materialized (
     ${settledDays('moved')}
   ), settled as (
     select line.payment_id as source_id, line.version, coalesce(closed.date, pending.date) as date
     from settlement_lines as line
     left join settlements as closed on closed.merchant_id = ${merchant} and closed.id = line.settlement_id
     left join pending_settlements as pending on pending.merchant_id = ${merchant} and pending.id = line.settlement_id
     where line.merchant_id = ${merchant}
     union all
     select moved.payment_id, moved.version, day.settled_date
     from moved join day on day.store_id = moved.store_id and day.is_test = moved.is_test and day.date = moved.date
   ), source as (
     select payment_id as source_id, store_id, is_test from (${storesOfPayments(merchant)}) as paid
     union all
     select returned.return_id, paid.store_id, paid.is_test
     from (${returnsOfMerchant(merchant)}) as returned join (${storesOfPayments(merchant)}) as paid using (payment_id)
     union all
     select id, store_id, is_test from payouts where merchant_id = ${merchant}
   ), posted as (
     select coalesce(settled.date, ${localDate('entry.at', 'entry.currency')}) as date, source.store_id, entry.currency,
       entry.cause, entry.account, entry.amount_minor
     from (${entriesOfMerchant(merchant)}) as entry
     join source on source.source_id = entry.source_id and source.is_test = :isTest
     left join settled on settled.source_id = entry.source_id and settled.version = entry.version
   )
   select posted.date::text as date, posted.store_id, store.merchant_code, posted.currency, posted.cause, posted.account,
     sum(posted.amount_minor)::int8 as amount_minor
   from posted
   join (${storeNames}) as store on store.merchant_id = ${merchant} and store.store_id = posted.store_id
   where posted.date >= :from::text::date and posted.date < :to::text::date
   group by 1, 2, 3, 4, 5, 6
   having sum(posted.amount_minor) <> 0`,
)
