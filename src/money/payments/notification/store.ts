import { int4, json, nullable, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

interface MovementPart {
  readonly kind: 'capture' | 'refund'
  readonly id: string
  readonly reference_id: string
  readonly amount_minor: string
  readonly created_ms: number
  /** Of a refund. */
  readonly reason: string | null
}

// What a large notification of a payment at that version leaves out. None of it ever changes.
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
