import { bool, int4, nullable, text, uuid } from '../../../platform/db/columns.ts'
import { defineReport } from '../../../platform/db/statement.ts'

// Of all merchants, for the doctor. A rule that spoke refuses, and nothing else does.
export const listWrongDecisions = defineReport(
  'list_wrong_decisions',
  { limit: int4 },
  {
    id: uuid,
    payment_id: uuid,
    outcome: text,
    reason: nullable(text),
    rejection_reason: nullable(text),
    has_spoken: bool,
  },
  `select id, payment_id, outcome, reason, rejection_reason, has_spoken
   from (
     select id, payment_id, rejection_reason::text, decision->>'outcome' as outcome, decision->>'reason' as reason,
       exists (select from json_array_elements(decision->'rules') as rule where (rule->>'spoke')::bool) as has_spoken
     from sessions where decision is not null
   ) as decided
   where reason is distinct from rejection_reason or (outcome = 'rejected') <> (rejection_reason is not null)
     or has_spoken <> (outcome = 'rejected')
   limit :limit`,
)
