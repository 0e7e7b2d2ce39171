import { int4, text, timestamptz, uuid } from '../db/columns.ts'
import { lockFree } from '../db/lease-sql.ts'
import { defineStatement } from '../db/statement.ts'

const key = { merchantId: uuid, kind: text, id: uuid }
const sameKey = 'merchant_id = :merchantId and kind = :kind and id = :id'
// A note that another process has locked stays: a round does not wait for it.
const free = lockFree(`select ctid as row from due_retries where ${sameKey}`)
const isFree = 'retry.merchant_id = :merchantId and retry.ctid = free.row'

export const saveRetry = defineStatement(
  'save_due_retry',
  { ...key, tries: int4, nextTryAt: timestamptz },
  {},
  `with free as (
     ${free}
   ), renewed as (
     update due_retries as retry set tries = :tries, next_try_at = :nextTryAt from free where ${isFree}
   )
   insert into due_retries (merchant_id, kind, id, tries, next_try_at) values (:merchantId, :kind, :id, :tries, :nextTryAt)
   on conflict (merchant_id, kind, id) do nothing`,
)

export const deleteRetry = defineStatement(
  'delete_due_retry',
  key,
  {},
  `delete from due_retries as retry using (${free}) as free where ${isFree}`,
)

// Of all merchants: retries that are so old that another process must have done their items.
export const listOldRetries = defineStatement(
  'list_old_due_retries',
  { before: timestamptz, limit: int4 },
  { merchant_id: uuid },
  `select distinct merchant_id from due_retries where next_try_at < :before limit :limit`,
)

export const deleteOldRetries = defineStatement(
  'delete_old_due_retries',
  { merchantId: uuid, before: timestamptz },
  {},
  `delete from due_retries where merchant_id = :merchantId and next_try_at < :before`,
)

// Of all merchants, for the metric.
export const countRetries = defineStatement(
  'count_due_retries',
  {},
  { kind: text, count: int4 },
  `select kind, count(*)::int4 as count from due_retries where tries > 0 group by kind`,
)
