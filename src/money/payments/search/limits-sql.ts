import { currencies } from '../../../platform/base/markets.ts'
import { decimalsOf } from '../../../platform/base/money.ts'
import { array, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'

/** The limits that are compared with the payment itself. Amounts in thousandths. */
export const limitColumns = {
  ...{ kinds: array(text), storeId: nullable(uuid), createdFrom: timestamptz, createdTo: timestamptz },
  ...{ amountFrom: nullable(int8), amountTo: nullable(int8) },
}
const thousandths = `amount_minor * case currency ${currencies.map((code) => `when '${code}' then ${10 ** (3 - decimalsOf(code))}`).join(' ')} end`
/** SQL: whether a row of payments is within the limits. */
export const isWithinLimits = `listed_as = any(:kinds) and (:storeId::uuid is null or store_id = :storeId)
       and created_at >= :createdFrom and created_at <= :createdTo
       and (:amountFrom::int8 is null or ${thousandths} >= :amountFrom) and (:amountTo::int8 is null or ${thousandths} <= :amountTo)`

/** Ranges of terms: the meanings of a typed text. */
export const ranges = { firsts: array(text), behinds: array(text) }
/** SQL: whether a row of payment_search_terms is in a `range`. */
export const inRange = 'merchant_id = :merchantId and is_test = :isTest and term >= range.first and term < range.behind'

/** The same, empty without a text, and the id of a payment that matches without a term. */
export const termColumns = { ...ranges, exactId: nullable(uuid) }
/** SQL: a member `typed` of a `with`: the ids of the payments that have one of the terms. */
export const typedPayments = `typed as materialized (
       select near.payment_id as id from unnest(:firsts::text[], :behinds::text[]) as range (first, behind)
       cross join lateral (select payment_id from payment_search_terms where ${inRange}) as near
       union select :exactId
     )`
