import { nilId } from '../../../../platform/base/ids.ts'
import type { Currency } from '../../../../platform/base/markets.ts'
import { array, bool, int4, int8, type RowOf, text, timestamptz, uuid } from '../../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../../platform/due/waiting.ts'
import { foundBy } from '../../payments-sql.ts'
import { termsOf } from '../search-terms.ts'

export const findGap = defineStatement(
  'find_payment_search_gap',
  { merchantId: uuid },
  { behind_id: uuid },
  'select behind_id from payment_search_gaps where merchant_id = :merchantId',
)

// For support: any gap of any merchant.
export const findAnyGap = defineStatement(
  'find_any_payment_search_gap',
  {},
  { merchant_id: uuid },
  'select merchant_id from payment_search_gaps limit 1',
)

// Takes any gap. Each process takes another one.
export const takeGap = defineStatement(
  'take_payment_search_gap',
  {},
  { merchant_id: uuid, behind_id: uuid },
  'select merchant_id, behind_id from payment_search_gaps limit 1 for update skip locked',
)

// Blocks filling of these merchants' gaps until the transaction ends, and waits for a running batch.
export const waitForFilling = defineStatement(
  'wait_for_payment_search_gaps',
  { merchantIds: array(uuid) },
  { merchant_id: uuid },
  'select merchant_id from payment_search_gaps where merchant_id = any(:merchantIds) order by merchant_id for share',
)

export const narrowGap = defineStatement(
  'narrow_payment_search_gap',
  { merchantId: uuid, behindId: uuid },
  {},
  'update payment_search_gaps set behind_id = :behindId where merchant_id = :merchantId',
)

export const closeGap = defineStatement(
  'close_payment_search_gap',
  { merchantId: uuid },
  {},
  'delete from payment_search_gaps where merchant_id = :merchantId',
)

// Of all merchants, for an operator.
export const openGaps = defineReport(
  'open_payment_search_gaps',
  {},
  {},
  `insert into payment_search_gaps (merchant_id, behind_id)
   select distinct merchant_id, '${nilId}'::uuid from payments
   on conflict (merchant_id) do update set behind_id = excluded.behind_id`,
)

/** The columns that terms are made of. */
export const findableColumns = {
  order_reference: text,
  currency: text,
  amount_minor: int8,
  buyer_email: text,
  buyer_phone: text,
}
/** SQL: the same of a payment and its order. */
export const findable = `order_reference, currency::text, amount_minor, coalesce(body->'buyer'->>'email', '') as buyer_email,
     coalesce(body->'buyer'->>'phone', '') as buyer_phone`

/** Returns the terms of a payment from these columns. */
export function termsFrom(row: RowOf<typeof findableColumns>): string[] {
  return termsOf({
    orderReference: row.order_reference,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    buyerEmail: row.buyer_email,
    buyerPhone: row.buyer_phone,
  })
}

export const listFindable = defineStatement(
  'list_findable_payments',
  { merchantId: uuid, behindId: uuid, limit: int4 },
  { id: uuid, is_test: bool, created_at: timestamptz, ...findableColumns },
  `select id, is_test, created_at, ${findable} from (
     select * from payments where merchant_id = :merchantId and id > :behindId order by id limit :limit
   ) as payment
   join payment_orders as orders on orders.merchant_id = :merchantId and orders.payment_id = payment.id
   order by id`,
)

export const insertTerms = defineStatement(
  'insert_payment_search_terms',
  { merchantId: uuid, terms: foundBy },
  {},
  `insert into payment_search_terms (merchant_id, is_test, term, created_at, payment_id)
   select :merchantId, is_test, term, created_at, payment_id from json_to_recordset(:terms) as found_by (${foundBy.definition})
   on conflict do nothing`,
)

export const deleteTerms = defineStatement(
  'delete_payment_search_terms',
  { merchantId: uuid, terms: foundBy },
  {},
  `delete from payment_search_terms as own using json_to_recordset(:terms) as found_by (${foundBy.definition})
   where own.merchant_id = :merchantId and own.is_test = found_by.is_test and own.term = found_by.term
     and own.created_at = found_by.created_at and own.payment_id = found_by.payment_id`,
)

const termColumns = { merchant_id: uuid, is_test: bool, term: text, created_at: timestamptz, payment_id: uuid }

// The next terms of all merchants, each with the columns it is made of, for the doctor.
export const listTermsForIntegrity = defineStatement(
  'list_payment_search_terms_for_integrity',
  {
    ...{ afterMerchant: uuid, afterTest: bool, afterTerm: text, afterCreated: timestamptz, afterPayment: uuid },
    limit: int4,
  },
  { ...termColumns, is_own: bool, ...findableColumns },
  `with term as (
     select merchant_id, is_test, term, created_at, payment_id from payment_search_terms
     where (merchant_id, is_test, term, created_at, payment_id) > (:afterMerchant, :afterTest, :afterTerm, :afterCreated, :afterPayment)
     order by merchant_id, is_test, term, created_at, payment_id limit :limit
   )
   select term.*, coalesce(payment.is_test = term.is_test and payment.created_at = term.created_at, false) as is_own,
     coalesce(order_reference, '') as order_reference, coalesce(currency::text, 'AED') as currency, coalesce(amount_minor, 0) as amount_minor,
     coalesce(body->'buyer'->>'email', '') as buyer_email, coalesce(body->'buyer'->>'phone', '') as buyer_phone
   from term
   left join payments as payment on payment.merchant_id = term.merchant_id and payment.id = term.payment_id
   left join payment_orders as orders on left(term.term, 1) in ('e', 'p') and orders.merchant_id = term.merchant_id
     and orders.payment_id = term.payment_id
   order by term.merchant_id, term.is_test, term.term, term.created_at, term.payment_id`,
)

// Payments without a term of each letter, where no gap is open.
export const listWithoutTerms = defineReport(
  'list_payments_without_search_terms',
  { limit: int4, letters: array(text) },
  { merchant_id: uuid, id: uuid, found_by: array(text) },
  `select payment.merchant_id, payment.id, coalesce(term.letters, '{}')::text[] as found_by
   from payments as payment
   left join (
     select merchant_id, payment_id, array_agg(left(term, 1) order by term) as letters from payment_search_terms group by 1, 2
   ) as term on term.merchant_id = payment.merchant_id and term.payment_id = payment.id
   where term.letters is distinct from :letters
     and not exists (select from payment_search_gaps as gap where gap.merchant_id = payment.merchant_id)
   order by 1, 2 limit :limit`,
)

export const waitingGaps = defineStatement(
  'measure_search_gaps',
  waitingParams,
  waitingRow,
  countWaiting(
    `select null::timestamptz as since from payment_search_gaps where :now::timestamptz is not null limit :limit`,
  ),
)
