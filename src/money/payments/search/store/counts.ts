import { array, bool, int8, nullable, text, timestamptz, uuid } from '../../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../../platform/db/statement.ts'
import { inRange, isWithinLimits, limitColumns, ranges } from '../limits-sql.ts'
import { ownerColumns } from '../walks-sql.ts'

const counted = (span: string, from: string, to: string): string =>
  `select count from payment_store_counts
     where merchant_id = :merchantId and is_test = :isTest and store_id = :storeId and listed_as = any(:kinds) and span = '${span}'
       and begins_at >= ${from} and begins_at < ${to}`
const created = (from: string, to: string): string =>
  `select count(*) from payments
     where merchant_id = :merchantId and is_test = :isTest and store_id = :storeId and listed_as = any(:kinds)
       and created_at >= ${from} and created_at < ${to}`

// The number of a store's payments of these kinds in a CountedRange of the store's days.
export const countInStore = defineStatement(
  'count_payments_of_store',
  {
    ...{ ...ownerColumns, storeId: uuid, kinds: array(text) },
    ...{ from: timestamptz, quartersFrom: timestamptz, daysFrom: timestamptz },
    ...{ daysTo: timestamptz, quartersTo: timestamptz, to: timestamptz },
  },
  { total: int8 },
  `select coalesce(sum(count), 0)::int8 as total from (
     ${counted('quarter_hour', ':quartersFrom', ':daysFrom')}
     union all ${counted('day', ':daysFrom', ':daysTo')}
     union all ${counted('quarter_hour', ':daysTo', ':quartersTo')}
     union all ${created(':from', ':quartersFrom')}
     union all ${created(':quartersTo', ':to')}
     union all
     select (listed_as = any(:kinds))::int - coalesce(listed_before = any(:kinds), false)::int from payment_count_changes
     where merchant_id = :merchantId and is_test = :isTest and store_id = :storeId
       and created_at >= :quartersFrom and created_at < :quartersTo
   ) as part`,
)

// How many payments have one of these terms, up to a limit.
export const countTerms = defineStatement(
  'count_payment_search_terms',
  { ...ownerColumns, ...ranges, limit: int8 },
  { count: int8 },
  `select count(*) as count from (
     select from unnest(:firsts::text[], :behinds::text[]) as range (first, behind)
     cross join lateral (select from payment_search_terms where ${inRange} limit :limit) as near
     limit :limit
   ) as counted`,
)

// Whether any reference begins with another text, or is not indexed yet.
export const findOtherReferences = defineStatement(
  'find_other_payment_references',
  { ...ownerColumns, ...ranges },
  { has_others: bool },
  `with typed as (
     select first, behind from unnest(:firsts::text[], :behinds::text[]) as range (first, behind) where first >= 'r' and first < 's'
   )
   select exists (select from payment_search_gaps where merchant_id = :merchantId) or not exists (select from typed) or exists (
     select from typed cross join lateral (
       (select from payment_search_terms
        where merchant_id = :merchantId and is_test = :isTest and term >= 'r' and term < typed.first limit 1)
       union all
       (select from payment_search_terms
        where merchant_id = :merchantId and is_test = :isTest and term >= typed.behind and term < 's' limit 1)
     ) as other
   ) as has_others`,
)

// The number of payments with one of these terms that match the filter.
export const countFound = defineStatement(
  'count_searched_payments',
  { ...ownerColumns, ...ranges, exactId: nullable(uuid), ...limitColumns },
  { total: int8 },
  `with found as materialized (
     select near.payment_id as id from unnest(:firsts::text[], :behinds::text[]) as range (first, behind)
     cross join lateral (select payment_id from payment_search_terms where ${inRange}) as near
     union select :exactId
   )
   select count(*) as total from found cross join lateral (
     select from payments where merchant_id = :merchantId and payments.id = found.id and is_test = :isTest and ${isWithinLimits} offset 0
   ) as meant`,
)

// The same without a time limit, for terms of many payments.
export const countAllFound = defineReport(
  'count_all_searched_payments',
  { ...ownerColumns, ...ranges, exactId: nullable(uuid), ...limitColumns },
  { total: int8 },
  `select count(*) as total from payments as payment
   where merchant_id = :merchantId and is_test = :isTest and ${isWithinLimits}
     and (cardinality(:firsts::text[]) = 0 or id in (
       select payment_id from unnest(:firsts::text[], :behinds::text[]) as range (first, behind)
       cross join lateral (select payment_id from payment_search_terms where ${inRange}) as near
       union all select :exactId
     ))`,
)
