import { disputeReference } from './transitions/dispute.ts'

/** How other rooms look at what disputes do to payments: SQL for their reports. The tables are this room's. */

/** SQL: the service's own reference of the refund that the dispute with this id (an expression) brings about. */
export function disputeReferenceOf(disputeId: string): string {
  return `'${disputeReference('')}' || ${disputeId}`
}

/** SQL: whether a reference of the service's own (an expression) is that of a dispute's refund. */
export function isOfDispute(serviceReference: string): string {
  return `${serviceReference} like '${disputeReference('')}%'`
}

/** SQL: every payment whose refunds a dispute holds back: merchant_id, payment_id and dispute_id. */
export const heldPayments =
  'select merchant_id, id as payment_id, dispute_id from payments where dispute_id is not null'

/** SQL: the currency of the payment of this alias, which has `merchant_id` and `payment_id`, and the dispute that holds back its refunds. */
export function holdOf(alias: string): string {
  return `(select currency, dispute_id from payments as payment
     where payment.merchant_id = ${alias}.merchant_id and payment.id = ${alias}.payment_id)`
}

/**
 * SQL: what was refunded by this reference of the service (an expression) on the payment of this alias, which has `merchant_id` and
 * `payment_id`; null where nothing was. Older refunds have the service's reference where the merchant's stands.
 */
export function refundedBy(reference: string, alias: string): string {
  return `(select coalesce(sum(amount_minor) filter (where service_reference = ${reference}),
         sum(amount_minor) filter (where service_reference is null and reference_id = ${reference}))::int8
       from payment_timeline as step
       where step.merchant_id = ${alias}.merchant_id and step.payment_id = ${alias}.payment_id and move = 'refund')`
}

/** SQL: every refund that the service made: merchant_id, payment_id, currency, reference and amount_minor. */
export const refundsByService = `select step.merchant_id, step.payment_id, payment.currency, step.service_reference as reference,
     step.amount_minor
   from payment_timeline as step
   join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
   where step.move = 'refund' and step.service_reference is not null`
