import { bool, records, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { disputeReference } from './service-references.ts'

/** SQL: whether the merchant of this alias, which has merchant_id, has a payment. */
export function hasPayments(alias: string): string {
  return `exists (select from payments where payments.merchant_id = ${alias}.merchant_id)`
}

/** SQL: whether the payment of this alias, which has `merchant_id` and `payment_id`, is still CREATED. */
export function hasOpenPayment(alias: string): string {
  return `exists (
       select from payments as payment
       where payment.merchant_id = ${alias}.merchant_id and payment.id = ${alias}.payment_id and payment.status = 'CREATED'
     )`
}

/**
 * SQL: the number of payments of merchant :merchantId in mode :isTest up to :paymentId, itself included, in order of
 * creation: `ordinal`. No row if there is no such payment.
 */
export const ordinalOfPayment = `select count(*)::int4 as ordinal
   from payments as payment join payments as earlier using (merchant_id, is_test)
   where payment.merchant_id = :merchantId and payment.is_test = :isTest and payment.id = :paymentId
     and (earlier.created_at, earlier.id) <= (payment.created_at, payment.id)
   having count(*) > 0`

// The kept fee of the customer: zero for the standard terms.
const keptFee = "coalesce((plan ->> 'fee_minor')::bigint, 0)"

/**
 * SQL: the amount owed for each payment: the plan's total less the paid and the written-off amount. Join by
 * `merchant_id` and `payment_id`. Leaves out payments that a sandbox made, because nobody owes them.
 */
export const owedOfPayments = `select merchant_id, id as payment_id,
     (case when status = 'CLOSED' then captured_minor - refunded_minor else amount_minor end)
       + ${keptFee} - paid_minor - written_off_minor as owed_minor
   from payments where not is_held`

/**
 * SQL: the columns from which plans are computed, of each authorized payment. Join by `merchant_id` and `payment_id`.
 */
export const moneyOfPayments = `select merchant_id, id as payment_id, status, currency, amount_minor, authorized_at,
     captured_minor, refunded_minor, paid_minor, written_off_minor, plan, is_held
   from payments where authorized_at is not null`

/** SQL: the reference of the refund that the dispute with this id (an expression) causes. */
export function disputeReferenceOf(disputeId: string): string {
  return `'${disputeReference('')}' || ${disputeId}`
}

/** SQL: whether a service reference (an expression) is that of a dispute's refund. */
export function isOfDispute(serviceReference: string): string {
  return `${serviceReference} like '${disputeReference('')}%'`
}

/** SQL: payments with refunds that a dispute blocks: merchant_id, payment_id and dispute_id. */
export const disputedPayments =
  'select merchant_id, id as payment_id, dispute_id from payments where dispute_id is not null'

/**
 * SQL: the currency of the payment of this alias, which has `merchant_id` and `payment_id`, and the dispute that
 * blocks its refunds.
 */
export function disputeHoldOf(alias: string): string {
  return `(select currency, dispute_id from payments as payment
     where payment.merchant_id = ${alias}.merchant_id and payment.id = ${alias}.payment_id)`
}

/**
 * SQL: the amount refunded by this service reference (an expression) on the payment of this alias, which has
 * `merchant_id` and `payment_id`; null if there is no such refund. Older refunds have the service reference in the
 * merchant's column.
 */
export function refundedBy(reference: string, alias: string): string {
  return `(select coalesce(sum(amount_minor) filter (where service_reference = ${reference}),
         sum(amount_minor) filter (where service_reference is null and reference_id = ${reference}))::int8
       from payment_timeline as step
       where step.merchant_id = ${alias}.merchant_id and step.payment_id = ${alias}.payment_id and move = 'refund')`
}

/** SQL: every refund by the service: merchant_id, payment_id, currency, reference and amount_minor. */
export const refundsByService = `select step.merchant_id, step.payment_id, payment.currency, step.service_reference as reference,
     step.amount_minor
   from payment_timeline as step
   join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
   where step.move = 'refund' and step.service_reference is not null`

/**
 * SQL: the captures and refunds of merchant `merchant` (an expression) among the changes in `from`, which has source_id
 * and version. Columns: id, payment_id, version, store_id, is_test, currency, type, order_reference (at that time),
 * reference_id, at, amount_minor, fee_minor and vat_minor. Amounts of refunds are negative.
 */
export function movementsOf(merchant: string, from: string): string {
  return `select ${columns}
     from ${from} as changed
     join payment_timeline as step on step.merchant_id = ${merchant} and step.payment_id = changed.source_id
       and step.version = changed.version and step.move in ('capture', 'refund')
     ${withPayment(merchant)}`
}

const columns = `step.id, step.payment_id, step.version, payment.store_id, payment.is_test, payment.currency,
       case when step.move = 'capture' then 'capture'
         when ${isOfDispute('step.service_reference')} then 'dispute_refund' else 'refund' end as type,
       coalesce(step.order_reference, named.reference_id, payment.order_reference) as order_reference,
       coalesce(step.service_reference, step.reference_id, '') as reference_id, step.at,
       case when step.move = 'capture' then step.amount_minor::bigint else -step.amount_minor end as amount_minor,
       coalesce(step.fee_minor, 0) as fee_minor, coalesce(step.fee_vat_minor, 0) as vat_minor`

// Older steps have no order reference: it is the last one that was set before them.
function withPayment(merchant: string): string {
  return `join payments as payment on payment.merchant_id = ${merchant} and payment.id = step.payment_id
     left join lateral (
       select earlier.reference_id from payment_timeline as earlier
       where step.order_reference is null and earlier.merchant_id = ${merchant} and earlier.payment_id = step.payment_id
         and earlier.version < step.version and earlier.move in ('create', 'update_reference')
       order by earlier.version desc limit 1
     ) as named on true`
}

/** SQL: every capture and refund of all merchants, for reports: as `movementsOf`, with merchant_id. */
export const everyMovement = `select step.merchant_id, ${columns}
     from payment_timeline as step
     ${withPayment('step.merchant_id')}
     where step.move in ('capture', 'refund')`

/** SQL: all payments of a merchant (an expression) with store and mode, for reports: payment_id, store_id and is_test. */
export function storesOfPayments(merchantId: string): string {
  return `select id as payment_id, store_id, is_test from payments where merchant_id = ${merchantId}`
}

/**
 * SQL: the columns by which lists place and filter the payment with this id (an expression) of merchant :merchantId in
 * mode :isTest.
 */
export function placeOfPayment(id: string): string {
  return `select created_at, listed_as, store_id, currency, amount_minor from payments
     where merchant_id = :merchantId and payments.id = ${id} and is_test = :isTest offset 0`
}

/** SQL: every payment of all merchants, for reports: merchant_id and id. */
export const everyPayment = 'select merchant_id, id from payments'

const ofSandbox = (condition: string): string =>
  `select merchant_id, id as payment_id from payments where ${condition} and not is_test and not is_held and status <> 'CREATED'`

/**
 * SQL: merchant_id and payment_id of live payments made by a sandbox that are not read-only yet. With :isUnmarkedToo
 * also payments older than the marks. Two parts, so that the first one uses the index of marked payments.
 */
export const paymentsOfSandbox = `${ofSandbox('in_sandbox')} union all ${ofSandbox('not in_sandbox and :isUnmarkedToo')}`

/**
 * SQL: members of a `with` that remove :limit payments of merchant :merchantId in mode :isTest, with orders and
 * timelines. `gone` has their ids.
 */
export const removePayments = `gone as materialized (
     select id from payments where merchant_id = :merchantId and is_test = :isTest limit :limit for update
   ), gone_payments as (
     delete from payments as payment using gone where payment.merchant_id = :merchantId and payment.id = gone.id
   ), gone_orders as (
     delete from payment_orders as ordered using gone
     where ordered.merchant_id = :merchantId and ordered.payment_id = gone.id
   ), gone_steps as (
     delete from payment_timeline as step using gone where step.merchant_id = :merchantId and step.payment_id = gone.id
   ), gone_requests as (
     delete from return_requests as request using gone
     where request.merchant_id = :merchantId and request.payment_id = gone.id
   )`

/**
 * SQL: a member of a `with` that removes :limit search terms of removed payments of merchant :merchantId in mode
 * :isTest. Terms of payments that still exist stay.
 */
export const removeTerms = `gone_terms as (
     delete from payment_search_terms as term
     where term.merchant_id = :merchantId and term.ctid = any(array(
       select found_by.ctid from payment_search_terms as found_by
       where found_by.merchant_id = :merchantId and found_by.is_test = :isTest and not exists (
         select 1 from payments where merchant_id = :merchantId and id = found_by.payment_id
       )
       limit :limit
     ))
     returning 1
   )`

/** Search terms of payments of one merchant. */
export const foundBy = records({ is_test: bool, term: text, created_at: timestamptz, payment_id: uuid })
