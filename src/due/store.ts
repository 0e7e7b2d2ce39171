import { int4, text, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

const thisOne = 'merchant_id = $1 and kind = $2 and id = $3'

// What somebody else holds stays as it is: nobody waits for a note about something else.
export const saveRetry = defineStatement(
  'save_due_retry',
  [uuid, text, uuid, int4, timestamptz],
  {},
  `with free as (
     select ctid as row from due_retries where ${thisOne} for update skip locked
   ), renewed as (
     update due_retries as retry set tries = $4, next_try_at = $5 from free where retry.ctid = free.row
   )
   insert into due_retries (merchant_id, kind, id, tries, next_try_at) values ($1, $2, $3, $4, $5)
   on conflict (merchant_id, kind, id) do nothing`,
)

export const deleteRetry = defineStatement(
  'delete_due_retry',
  [uuid, text, uuid],
  {},
  `delete from due_retries as retry using (
     select ctid as row from due_retries where ${thisOne} for update skip locked
   ) as free where retry.ctid = free.row`,
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
  `select kind, count(*)::int4 as count from due_retries where tries > 0 group by kind`,
)
