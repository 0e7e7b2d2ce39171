import { hasNoNotification, isDelivered } from '../../../platform/webhooks/notifications-sql.ts'
import { isUncharged, removeDeclined } from '../../charges/charges-sql.ts'
import { removedKind } from '../figures/figures-sql.ts'
import { foundBy } from '../payments-sql.ts'

/** SQL for `checkout`, which removes unfinished payments together with their sessions. */

/**
 * SQL: whether the payment of this alias may be removed: rejected or expired, no card charged, and no stored
 * notification.
 */
export function mayGo(alias: string): string {
  return `${alias}.status in ('EXPIRED', 'REJECTED') and ${isUncharged(alias)} and ${hasNoNotification(alias)}`
}

/**
 * SQL: whether the order of this payment may be emptied: rejected or expired, not emptied yet, and without a waiting
 * delivery. Whether a card was charged is checked in addition.
 */
export function mayBeTidied(alias: string): string {
  return `${alias}.status in ('REJECTED', 'EXPIRED') and ${alias}.order_tidied_at is null and ${isDelivered(alias)}`
}

/** SQL: the order in `body` without its long members, which no search and no computation reads. */
const emptied = `json_build_object('description', '', 'buyer', body->'buyer',
       'shipping_address', json_build_object('city', '', 'address', '', 'zip', ''),
       'order', json_build_object('tax_amount', body->'order'->'tax_amount', 'shipping_amount', body->'order'->'shipping_amount',
         'discount_amount', body->'order'->'discount_amount', 'items', '[]'::json),
       'buyer_history', body->'buyer_history', 'order_history', '[]'::json, 'meta', null, 'attachment', null)`

/**
 * SQL: members of a `with` that empty the orders of payments in :ids of merchant :merchantId (`tidied`), if no card was
 * charged. Marks all found payments (`found`) as done at :now. Locked rows stay for a later round.
 */
export const tidyOrders = `found as materialized (
     select id, ${isUncharged('payment')} as is_uncharged from payments as payment
     where merchant_id = :merchantId and id = any(:ids::uuid[]) and ${mayBeTidied('payment')} for update of payment skip locked
   ), tidied as materialized (
     select id from found where is_uncharged
   ), tidied_orders as (
     update payment_orders set body = ${emptied}
     where merchant_id = :merchantId and payment_id = any(array(select id from tidied))
   ), done as (
     update payments set order_tidied_at = :now where merchant_id = :merchantId and id = any(array(select id from found))
   )`

/**
 * SQL: the payments in :ids of merchant :merchantId that are still at their version in :versions and may be removed,
 * locked. Skips locked rows.
 */
export const selectUnfinished = `select id, store_id, is_test, currency, created_at, listed_as from payments as payment
     where merchant_id = :merchantId and id = any(:ids::uuid[])
       and version = (:versions::int4[])[array_position(:ids::uuid[], id)] and ${mayGo('payment')}
     for update of payment skip locked`

/**
 * SQL: members of a `with` that remove the payments in `gone`, which has the columns of `selectUnfinished`, and their
 * search terms (:terms). Lists count them less from :now on. Without joins: a plan from the time of empty tables is as
 * good as any.
 */
export const removeUnfinished = `gone_payments as (
     delete from payments where merchant_id = :merchantId and id = any(array(select id from gone))
   ), gone_orders as (
     delete from payment_orders where merchant_id = :merchantId and payment_id = any(array(select id from gone))
   ), gone_steps as (
     delete from payment_timeline where merchant_id = :merchantId and payment_id = any(array(select id from gone))
   ), gone_terms as (
     delete from payment_search_terms where merchant_id = :merchantId and ctid = any(array(
       select own.ctid from json_to_recordset(:terms) as found_by (${foundBy.definition})
       cross join lateral (
         select term.ctid from payment_search_terms as term
         where term.merchant_id = :merchantId and term.is_test = found_by.is_test and term.term = found_by.term
           and term.created_at = found_by.created_at and term.payment_id = found_by.payment_id limit 1
       ) as own
       where found_by.payment_id = any(array(select id from gone))
     ))
   ), count_changes as (
     insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as, at)
     select :merchantId, is_test, store_id, currency, created_at, listed_as, '${removedKind}', :now from gone
   ), ${removeDeclined}`
