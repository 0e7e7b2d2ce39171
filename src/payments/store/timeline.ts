import { int4, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

export const listTimelineRows = defineStatement(
  'list_payment_timeline',
  [uuid, uuid],
  {
    version: int4,
    move: text,
    actor: text,
    request_id: text,
    at: timestamptz,
    status_before: nullable(text),
    status_after: text,
    amount_minor: nullable(int8),
    reference_id: nullable(text),
  },
  `select version, move, actor, request_id, at, status_before, status_after, amount_minor, reference_id
   from payment_timeline where merchant_id = $1 and payment_id = $2 order by version`,
)
