import { bool, int4, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { findable, findableColumns } from '../search/store/filling.ts'
import { mayBeTidied, mayGo } from '../unfinished/unfinished-sql.ts'

// The oldest of each merchant, mode and kind, along the index of lists. Merchants with a search gap come later: the
// filling would add terms after their removal.
export const listUnfinished = defineStatement(
  'list_unfinished_payments',
  { before: timestamptz, limit: int4 },
  { merchant_id: uuid, id: uuid, version: int4, is_test: bool, created_at: timestamptz, ...findableColumns },
  `select payment.merchant_id, payment.id, payment.version, payment.is_test, payment.created_at, ${findable}
   from (${shownMerchants}) as merchant
   cross join (values (true, 'expired'), (true, 'rejected'), (false, 'expired'), (false, 'rejected')) as kind (is_test, listed_as)
   cross join lateral (
     select * from payments as old
     where old.merchant_id = merchant.merchant_id and old.is_test = kind.is_test and old.listed_as = kind.listed_as
       and old.created_at < :before and ${mayGo('old')}
     order by old.created_at, old.id limit :limit
   ) as payment
   join payment_orders as orders on orders.merchant_id = payment.merchant_id and orders.payment_id = payment.id
   where not exists (select from payment_search_gaps as gap where gap.merchant_id = merchant.merchant_id)
   limit :limit`,
)

// The oldest of all merchants, along a partial index.
export const listUntidied = defineStatement(
  'list_untidied_payments',
  { before: timestamptz, limit: int4 },
  { merchant_id: uuid, id: uuid },
  `select merchant_id, id from payments as payment
   where created_at < :before and ${mayBeTidied('payment')} order by created_at limit :limit`,
)
