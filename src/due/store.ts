import { int4, text, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

export const saveRetry = defineStatement(
  'save_due_retry',
  [uuid, text, uuid, int4, timestamptz],
  {},
  `insert into due_retries (merchant_id, kind, id, tries, next_try_at) values ($1, $2, $3, $4, $5)
   on conflict (merchant_id, kind, id) do update set tries = excluded.tries, next_try_at = excluded.next_try_at`,
)

export const deleteRetry = defineStatement(
  'delete_due_retry',
  [uuid, text, uuid],
  {},
  `delete from due_retries where merchant_id = $1 and kind = $2 and id = $3`,
)

// Of all merchants: what nobody has tried for so long that it must have been done by somebody else.
export const deleteOldRetries = defineStatement(
  'delete_old_due_retries',
  [timestamptz],
  {},
  `delete from due_retries where next_try_at < $1`,
)

// Of all merchants, for the metric.
export const countRetries = defineStatement(
  'count_due_retries',
  [],
  { kind: text, count: int4 },
  `select kind, count(*)::int4 as count from due_retries group by kind`,
)
