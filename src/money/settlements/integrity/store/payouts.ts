import {
  int4,
  int8,
  type JsonColumns,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../../platform/db/statement.ts'
import { type DatedEntryRow, everyEntryOf } from '../../../ledger/entries-sql.ts'

const payoutColumns = {
  merchant_id: uuid,
  id: uuid,
  currency: text,
  amount_minor: int8,
  reference: text,
  state: text,
  paid_at: nullable(timestamptz),
  settlements: int4,
  foreign_settlements: int4,
  settled_minor: int8,
  entries: json<JsonColumns<DatedEntryRow>>(),
}

export type PayoutIntegrityRow = RowOf<typeof payoutColumns>

// The next payouts with their settlements and entries.
export const listPayouts = onEachShard(
  defineStatement(
    'list_payouts_for_integrity',
    { afterMerchant: uuid, afterPayout: uuid, limit: int4 },
    payoutColumns,
    `with page as (
     select * from payouts where (merchant_id, id) > (:afterMerchant, :afterPayout) order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.currency, page.amount_minor, page.reference, page.state, page.paid_at, paid.settlements,
     paid.foreign_settlements, paid.settled_minor, ${everyEntryOf('page')} as entries
   from page cross join lateral (
     select count(*)::int4 as settlements, coalesce(sum(settlement.net_minor), 0)::int8 as settled_minor,
       (count(*) filter (where (settlement.store_id, settlement.is_test, settlement.currency)
         is distinct from (page.store_id, page.is_test, page.currency)))::int4 as foreign_settlements
     from payout_settlements as paid left join settlements as settlement
       on settlement.merchant_id = paid.merchant_id and settlement.id = paid.settlement_id
     where paid.merchant_id = page.merchant_id and paid.payout_id = page.id
   ) as paid
   order by page.merchant_id, page.id`,
  ),
  inOrder('merchant_id', 'id'),
)

export const listPaidByNothing = defineReport(
  'list_settlements_paid_by_no_payout',
  { limit: int4 },
  { merchant_id: uuid, settlement_id: uuid, payout_id: uuid },
  `select paid.merchant_id, paid.settlement_id, paid.payout_id from payout_settlements as paid
   where not exists (
     select from payouts as payout where payout.merchant_id = paid.merchant_id and payout.id = paid.payout_id
   )
   order by 1, 2 limit :limit`,
)
