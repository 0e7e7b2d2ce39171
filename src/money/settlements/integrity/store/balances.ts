import { bool, int4, int8, nullable, text, uuid } from '../../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../../platform/db/sharding/each-shard.ts'
import { defineReport } from '../../../../platform/db/statement.ts'
import { storeNames } from '../../../../platform/merchants/merchants-sql.ts'
import { everyReturn } from '../../../charges/charges-sql.ts'
import { entriesBy, everyEntry, waitingChanges } from '../../../ledger/entries-sql.ts'
import { everyPayment } from '../../../payments/payments-sql.ts'

// Each store's settled, paid and pending sums.
export const listStoreBalances = defineReport(
  'list_store_balances',
  {},
  {
    merchant_id: uuid,
    store_id: uuid,
    merchant_code: nullable(text),
    is_test: bool,
    currency: text,
    settled_minor: int8,
    paid_minor: int8,
    pending_minor: int8,
  },
  `select merchant_id, store_id, merchant_code, is_test, currency, sum(settled)::int8 as settled_minor, sum(paid)::int8 as paid_minor,
     sum(pending)::int8 as pending_minor
   from (
     select merchant_id, store_id, is_test, currency, net_minor as settled, 0 as paid, 0 as pending from settlements
     union all
     select merchant_id, store_id, is_test, currency, 0, amount_minor, 0 from payouts
     union all
     select settlement.merchant_id, settlement.store_id, settlement.is_test, settlement.currency, 0, 0, settlement.net_minor
     from pending_settlements as pending join settlements as settlement using (merchant_id, id)
   ) as moved
   left join (${storeNames}) as store using (merchant_id, store_id)
   group by 1, 2, 3, 4, 5 order by 1, 2, 4, 5`,
)

const causes = ['capture', 'refund', 'fee', 'fee_vat', 'payout'] as const

// Each merchant's balance by the ledger, and its booked, unbooked and paid sums.
export const listMerchantBalances = onEachShard(
  defineReport(
    'list_merchant_balances',
    {},
    {
      merchant_id: uuid,
      currency: text,
      posted_minor: int8,
      booked_minor: int8,
      waiting_minor: int8,
      paid_minor: int8,
    },
    `with entry as (
     select * from (${entriesBy(causes, ['merchant_payable'])}) as posted
   ), day as (
     select merchant_id, id as settlement_id, currency from settlements
     union all
     select merchant_id, id, currency from pending_settlements where state = 'open'
   )
   select merchant_id, currency, sum(posted)::int8 as posted_minor, sum(booked)::int8 as booked_minor,
     sum(waiting)::int8 as waiting_minor, sum(paid)::int8 as paid_minor
   from (
     select merchant_id, currency, -amount_minor as posted, 0 as booked, 0 as waiting, 0 as paid from entry
     union all
     select merchant_id, currency, 0, amount_minor - fee_minor - vat_minor, 0, 0 from settlement_lines join day using (merchant_id, settlement_id)
     union all
     select merchant_id, currency, 0, 0, -amount_minor, 0 from entry join (${waitingChanges}) as waiting using (merchant_id, source_id, version)
     where not exists (select from payouts where payouts.merchant_id = entry.merchant_id and payouts.id = entry.source_id)
     union all
     select merchant_id, currency, 0, 0, 0, amount_minor from payouts where state = 'paid'
   ) as moved
   group by 1, 2 order by 1, 2`,
  ),
  inOrder('merchant_id', 'currency'),
)

// Entries without a payment, return or payout.
export const listSourceless = defineReport(
  'list_entries_of_no_source',
  { limit: int4 },
  { merchant_id: uuid, source_id: uuid, entries: int8 },
  `select merchant_id, source_id, count(*) as entries from (${everyEntry}) as entry
   where not exists (select from (${everyPayment}) as payment where payment.merchant_id = entry.merchant_id and payment.id = entry.source_id)
     and not exists (select from (${everyReturn}) as sent where sent.merchant_id = entry.merchant_id and sent.id = entry.source_id)
     and not exists (select from payouts as payout where payout.merchant_id = entry.merchant_id and payout.id = entry.source_id)
   group by 1, 2 order by 1, 2 limit :limit`,
)
