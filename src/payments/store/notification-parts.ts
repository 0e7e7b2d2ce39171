import { int4, json, nullable, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

interface MovedPart {
  move: 'capture' | 'refund'
  id: string
  reference_id: string
  amount_minor: string
  created_ms: number
  /** Of a refund. */
  reason: string | null
}

// What a large notification of a payment at version $3 leaves out. None of it ever changes.
export const findNotificationParts = defineStatement(
  'find_notification_parts',
  [uuid, uuid, int4],
  { meta: nullable(json<Record<string, string> | null>()), moved: nullable(json<MovedPart[]>()) },
  `select orders.body -> 'meta' as meta, (
     select json_agg(json_build_object('move', move, 'id', id,
       'reference_id', coalesce(service_reference, reference_id), 'amount_minor', amount_minor::text,
       'created_ms', (extract(epoch from at) * 1000)::bigint, 'reason', step.body ->> 'reason') order by version)
     from payment_timeline as step
     where step.merchant_id = $1 and step.payment_id = $2 and step.version <= $3 and move in ('capture', 'refund')
   ) as moved
   from payment_orders as orders where orders.merchant_id = $1 and orders.payment_id = $2`,
)
