import { array, int4, int8, json, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

/** A history entry without its texts. */
interface CaseEventJson {
  readonly event_type: string
  readonly source: string
  readonly at_ms: number
  readonly actor: string
  readonly actor_kind: string | null
  readonly request_id: string
}

// No index leads from a payment to its closed disputes. A dispute is opened with the change that holds its payment,
// so the query searches around the time of that change.
export const listCases = defineStatement(
  'list_disputes_of_payment',
  { merchantId: uuid, paymentId: uuid, from: array(timestamptz), to: array(timestamptz), limit: int4 },
  {
    ...{ id: uuid, status: text, reason: text, amount_minor: int8, proposed_minor: nullable(int8) },
    ...{ created_at: timestamptz, due_at: nullable(timestamptz), history: json<readonly CaseEventJson[]>() },
  },
  `select distinct on (dispute.created_at, dispute.id) dispute.id, dispute.status, dispute.reason, dispute.amount_minor,
     dispute.proposed_minor, dispute.created_at, dispute.due_at, (
       select json_agg(json_build_object('event_type', line.event_type, 'source', line.source,
         'at_ms', round(extract(epoch from line.created_at) * 1000), 'actor', line.actor,
         'actor_kind', line.actor_kind, 'request_id', line.request_id) order by line.version)
       from (
         select * from dispute_history where merchant_id = :merchantId and dispute_id = dispute.id
         order by version limit :limit
       ) as line
     ) as history
   from unnest(:from::timestamptz[], :to::timestamptz[]) as opened (earliest, latest)
   join disputes as dispute on dispute.merchant_id = :merchantId and dispute.created_at >= opened.earliest
     and dispute.created_at <= opened.latest and dispute.payment_id = :paymentId
   order by dispute.created_at, dispute.id`,
)
