import { bool, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

// For support, which has an order reference or a phone and no merchant: the newest payments of all merchants with this
// term. For each merchant and mode a walk from the newest on, which ends at :limit; at most 1000 terms are read.
export const listPaymentsByTerm = onEachShard(
  defineStatement(
    'list_payments_by_term',
    { term: text, listedAs: nullable(text), isTest: nullable(bool), limit: int4 },
    {
      ...{ merchant_id: uuid, merchant_name: text, id: uuid, is_test: bool, order_reference: text, listed_as: text },
      ...{ currency: text, amount_minor: int8, created_at: timestamptz, clock_offset_ms: int8 },
    },
    `select payment.merchant_id, merchant.name as merchant_name, payment.id, payment.is_test, payment.order_reference,
     payment.listed_as::text as listed_as, payment.currency::text as currency, payment.amount_minor::int8 as amount_minor,
     payment.created_at, merchant.clock_offset_ms
   from (${shownMerchants}) as merchant
   join (values (false), (true)) as mode (is_test) on coalesce(mode.is_test = :isTest, true)
   cross join lateral (
     select payment.* from (
       select payment_id, created_at from payment_search_terms as entry
       where entry.merchant_id = merchant.merchant_id and entry.is_test = mode.is_test and entry.term = :term
       order by created_at desc limit 1000
     ) as near
     cross join lateral (
       select * from payments where merchant_id = merchant.merchant_id and id = near.payment_id offset 0
     ) as payment
     where :listedAs::text is null or payment.listed_as = :listedAs
     order by near.created_at desc limit :limit
   ) as payment
   order by payment.created_at desc limit :limit`,
  ),
  (rows, { limit }) => rows.toSorted((a, b) => b.created_at - a.created_at).slice(0, limit),
)
