import { isOfDispute } from './disputes-sql.ts'

/** How other rooms look at what was captured and refunded: SQL for their joins. The tables are this room's. */

/**
 * SQL: the captures and refunds of merchant `merchant` (an expression) among the changes in `from`, which has source_id and version: id,
 * payment_id, version, store_id, is_test, currency, type, order_reference (as it stood), reference_id, at, and amount_minor, fee_minor and
 * vat_minor, of refunds below zero.
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

// Older steps do not keep the order's reference: it is as it was named last before them.
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

/** SQL: every payment of all merchants, for reports: merchant_id and id. */
export const everyPayment = 'select merchant_id, id from payments'
