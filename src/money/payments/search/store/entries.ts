import { array, nullable, text, uuid } from '../../../../platform/db/columns.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import { inRange, ranges } from '../limits-sql.ts'
import {
  beyond,
  type Direction,
  directionWords,
  entryColumns,
  ownerColumns,
  placeColumns,
  sorted,
} from '../walks-sql.ts'

// The next payments of these kinds of all stores: an index walk for each kind.
const listByKind = (direction: Direction) =>
  defineStatement(
    `search_payments_${direction}_by_kind`,
    { ...ownerColumns, kinds: array(text), ...placeColumns },
    entryColumns,
    `select near.id, near.created_at
     from unnest(:kinds::text[]) as kind (name)
     cross join lateral (
       select id, created_at from payments
       where merchant_id = :merchantId and is_test = :isTest and listed_as = kind.name and ${beyond(direction)}
       ${sorted(direction)}
     ) as near
     ${sorted(direction)}`,
  )
export const entriesByKind = { older: listByKind('older'), newer: listByKind('newer') }

// The next payments of one store. The counts tell which quarters of an hour have payments of these kinds; no more
// quarters are read than needed. Changes that are not counted yet may remove payments, so the limit grows by their
// number. The cursor is compared by its parts: a pair would walk the index through all earlier quarters.
const listByStore = (direction: Direction) => {
  const { beyond: after, within, order } = directionWords[direction]
  const quarter = `interval '15 minutes'`
  const isAhead =
    direction === 'older'
      ? `begins_at <= :at and begins_at > :until::timestamptz - ${quarter}`
      : `begins_at > :at::timestamptz - ${quarter} and begins_at <= :until`
  return defineStatement(
    `search_payments_${direction}_by_store`,
    { ...ownerColumns, storeId: uuid, kinds: array(text), ...placeColumns },
    entryColumns,
    `with pending as (
       select step.listed_as, date_bin(${quarter}, created_at, 'epoch') as begins_at, sum(count) as count
       from payment_count_changes as change cross join lateral (
         values (change.listed_as, 1), (change.listed_before, -1)
       ) as step (listed_as, count)
       where merchant_id = :merchantId and is_test = :isTest and store_id = :storeId and step.listed_as = any(:kinds)
       group by 1, 2
     ), quarter as (
       select listed_as, begins_at, sum(count) as count from (
         select counted.* from unnest(:kinds::text[]) as kind (name) cross join lateral (
           select listed_as, begins_at, count from payment_store_counts
           where merchant_id = :merchantId and is_test = :isTest and store_id = :storeId and listed_as = kind.name
             and span = 'quarter_hour' and ${isAhead} and count > 0
           order by begins_at ${order} limit :limit::int4 + 1 + (select count(*) from pending)
         ) as counted
         union all select listed_as, begins_at, count from pending where ${isAhead}
       ) as counts
       group by 1, 2 having sum(count) > 0
     ), placed as (
       select listed_as, begins_at, coalesce(sum(case when :at >= begins_at and :at < begins_at + ${quarter} then 0 else count end)
         over (order by begins_at ${order} groups between unbounded preceding and 1 preceding), 0) as nearer
       from quarter
     )
     select near.id, near.created_at from placed cross join lateral (
       select id, created_at from payments
       where merchant_id = :merchantId and is_test = :isTest and listed_as = placed.listed_as and store_id = :storeId
         and created_at >= placed.begins_at and created_at < placed.begins_at + ${quarter}
         and created_at ${after}= :at and (created_at ${after} :at or id ${after} :id) and created_at ${within} :until
     ) as near
     where placed.nearer < :limit
     ${sorted(direction)}`,
  )
}
export const entriesByStore = { older: listByStore('older'), newer: listByStore('newer') }

// The next payments with one of these terms, and the one with this id. Terms are not in the order of lists: all are
// read.
const listByTerm = (direction: Direction) =>
  defineStatement(
    `search_payments_${direction}_by_term`,
    { ...ownerColumns, ...ranges, exactId: nullable(uuid), ...placeColumns },
    entryColumns,
    `select distinct id, created_at from (
       select near.payment_id as id, near.created_at
       from unnest(:firsts::text[], :behinds::text[]) as range (first, behind)
       cross join lateral (
         select payment_id, created_at from payment_search_terms where ${inRange} and ${beyond(direction, 'payment_id')}
         ${sorted(direction, 'payment_id')}
       ) as near
       union all
       select id, created_at from payments
       where merchant_id = :merchantId and is_test = :isTest and payments.id = :exactId and ${beyond(direction)}
     ) as near
     ${sorted(direction)}`,
  )
export const entriesByTerm = { older: listByTerm('older'), newer: listByTerm('newer') }
