import {
  array,
  bool,
  int4,
  int8,
  type JsonColumns,
  json,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { type DatedEntryRow, entriesBy, everyEntryOf, hasPosted } from '../../ledger/entries-sql.ts'

const amounts = `array_agg(amount_minor::int8 order by amount_minor)`
const difference = { merchant_id: uuid, payment_id: uuid, currency: text, stored: array(int8), posted: array(int8) }

// Payments whose amounts of one kind differ between their rows and the ledger.
const differing = (stored: string, posted: string): string => `select merchant_id, payment_id,
     coalesce(stored.currency, posted.currency) as currency, coalesce(stored.amounts, '{}') as stored, coalesce(posted.amounts, '{}') as posted
   from (
     select merchant_id, payment_id, min(currency) as currency, ${amounts} as amounts from (${stored}) as row group by 1, 2
   ) as stored
   full join (
     select merchant_id, source_id as payment_id, min(currency) as currency, ${amounts} as amounts
     from (${posted}) as entry group by 1, 2
   ) as posted using (merchant_id, payment_id)
   where stored.amounts is distinct from posted.amounts
   order by 1, 2 limit :limit`

export const listUncollected = defineReport(
  'list_charges_not_as_posted',
  { limit: int4 },
  difference,
  differing(
    `select merchant_id, payment_id, currency, amount_minor from charges where state = 'approved'`,
    entriesBy(['down_payment', 'installment'], ['card_clearing']),
  ),
)

export const countCharges = defineReport(
  'count_approved_charges',
  {},
  { charges: int8 },
  `select count(*) as charges from charges where state = 'approved'`,
)

export const listFailedDifferently = defineReport(
  'list_failed_returns_not_as_posted',
  { limit: int4 },
  difference,
  differing(
    `select merchant_id, payment_id, currency, amount_minor from returns where state = 'failed'`,
    `select merchant_id, source_id, version, currency, -amount_minor as amount_minor
     from (${entriesBy(['failed_return'], ['customer_receivable'])}) as failed`,
  ),
)

// One change may have several returns.
export const listReturnedDifferently = defineReport(
  'list_returns_not_as_posted',
  { limit: int4 },
  { merchant_id: uuid, payment_id: uuid, version: int4, currency: text, stored_minor: int8, posted_minor: int8 },
  `select merchant_id, payment_id, version, coalesce(stored.currency, posted.currency) as currency,
     coalesce(stored.amount_minor, 0) as stored_minor, coalesce(posted.amount_minor, 0) as posted_minor
   from (
     select merchant_id, payment_id, version, min(currency) as currency, sum(amount_minor)::int8 as amount_minor
     from returns group by 1, 2, 3
   ) as stored
   full join (
     select merchant_id, source_id as payment_id, version, min(currency) as currency, sum(amount_minor)::int8 as amount_minor
     from (${entriesBy(['customer_refund'], ['customer_receivable'])}) as entry group by 1, 2, 3
   ) as posted using (merchant_id, payment_id, version)
   where stored.amount_minor is distinct from posted.amount_minor
   order by 1, 2, 3 limit :limit`,
)

// The sum of waiting returns, and the balance of the account.
export const listRefundsPayable = defineReport(
  'list_refunds_payable',
  {},
  { merchant_id: uuid, currency: text, waiting_minor: int8, posted_minor: int8 },
  `select merchant_id, currency, sum(waiting)::int8 as waiting_minor, sum(posted)::int8 as posted_minor
   from (
     select merchant_id, currency, amount_minor as waiting, 0 as posted from returns where state = 'waiting'
     union all
     select merchant_id, currency, 0, -amount_minor
     from (${entriesBy(['customer_refund', 'confirmed_return', 'failed_return', 'opening'], ['refunds_payable'])}) as entry
   ) as owed
   group by 1, 2 having sum(waiting) <> sum(posted) order by 1, 2`,
)

const returnColumns = {
  merchant_id: uuid,
  id: uuid,
  payment_id: uuid,
  state: text,
  currency: text,
  amount_minor: int8,
  created_at: timestamptz,
  is_early: bool,
  entries: json<JsonColumns<DatedEntryRow>>(),
}

export type ReturnRow = RowOf<typeof returnColumns>

const change = { merchantId: 'page.merchant_id', sourceId: 'page.payment_id', version: 'page.version' }

// The next returns with their own entries. Early: from before the account `refunds_payable`.
export const listReturns = onEachShard(
  defineStatement(
    'list_returns_for_integrity',
    { afterMerchant: uuid, afterReturn: uuid, limit: int4 },
    returnColumns,
    `with page as (
     select merchant_id, id, payment_id, version, state, currency, amount_minor, created_at from returns
     where (merchant_id, id) > (:afterMerchant, :afterReturn) order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.payment_id, page.state, page.currency, page.amount_minor, page.created_at,
     ${hasPosted(['customer_refund', 'card_clearing'], change)} as is_early, ${everyEntryOf('page')} as entries
   from page order by page.merchant_id, page.id`,
  ),
  inOrder('merchant_id', 'id'),
)
