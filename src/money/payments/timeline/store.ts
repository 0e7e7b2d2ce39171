import { bool, int4, int8, json, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

// For the operator, who has only an id. One walk along the primary key over all merchants in order, until the payment
// is found: with 10,000 merchants a few times faster than a lookup for each of them.
export const findPaymentOwner = defineStatement(
  'find_payment_owner',
  { id: uuid },
  {
    ...{ merchant_id: uuid, is_test: bool, version: int4, due_at: nullable(timestamptz) },
    clock_offset_ms: int8,
  },
  `with found as materialized (
     select payment.merchant_id, payment.is_test, payment.version, payment.due_at from payments as payment
     where payment.merchant_id = any(array(select merchant_id from (${shownMerchants}) as merchant)) and payment.id = :id
     limit 1
   )
   select found.merchant_id, found.is_test, found.version, found.due_at, merchant.clock_offset_ms
   from found join (${shownMerchants}) as merchant on merchant.merchant_id = found.merchant_id`,
)

// A payment may have thousands of steps: reads the first and the newest.
export const listSteps = defineStatement(
  'list_payment_steps',
  { merchantId: uuid, paymentId: uuid, until: int4, from: int4 },
  {
    version: int4,
    at: timestamptz,
    move: text,
    actor: text,
    actor_kind: nullable(text),
    request_id: text,
    status_before: nullable(text),
    status_after: text,
    amount_minor: nullable(int8),
    reference_id: nullable(text),
    service_reference: nullable(text),
    id: nullable(uuid),
    fee_minor: nullable(int8),
    fee_vat_minor: nullable(int8),
  },
  `select version, at, move, actor, actor_kind, request_id, status_before, status_after, amount_minor, reference_id,
     service_reference, id, fee_minor, fee_vat_minor
   from payment_timeline
   where merchant_id = :merchantId and payment_id = :paymentId and (version <= :until or version >= :from)
   order by version`,
)

export const sumFees = defineStatement(
  'sum_fees_of_payment',
  { merchantId: uuid, paymentId: uuid },
  { fee_minor: int8, vat_minor: int8 },
  `select coalesce(sum(fee_minor), 0)::bigint as fee_minor, coalesce(sum(fee_vat_minor), 0)::bigint as vat_minor
   from payment_timeline where merchant_id = :merchantId and payment_id = :paymentId`,
)

interface MovementPart {
  readonly kind: 'capture' | 'refund'
  readonly id: string
  readonly reference_id: string
  readonly amount_minor: string
  readonly created_ms: number
  /** Of a refund. */
  readonly reason: string | null
}

// The members that a large notification of this version leaves out. They never change.
export const findNotificationParts = defineStatement(
  'find_notification_parts',
  { merchantId: uuid, paymentId: uuid, version: int4 },
  { meta: nullable(json<Record<string, string> | null>()), movements: nullable(json<MovementPart[]>()) },
  `select orders.body -> 'meta' as meta, (
     select json_agg(json_build_object('kind', move, 'id', id,
       'reference_id', coalesce(service_reference, reference_id), 'amount_minor', amount_minor::text,
       'created_ms', (extract(epoch from at) * 1000)::bigint, 'reason', step.body ->> 'reason') order by version)
     from payment_timeline as step
     where step.merchant_id = :merchantId and step.payment_id = :paymentId and step.version <= :version and move in ('capture', 'refund')
   ) as movements
   from payment_orders as orders where orders.merchant_id = :merchantId and orders.payment_id = :paymentId`,
)
