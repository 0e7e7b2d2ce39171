import { array, int4, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { msFromNow } from '../../../platform/db/database-time.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

const window = `:windowMs::int4 * interval '1 millisecond'`
const quota = { merchantId: uuid, counted: text, most: int4, windowMs: int4 }

// Counts one more message, unless the window has the maximum: then it writes and returns nothing. Locks the row until
// the transaction ends. Times are the database's, because several machines count together.
export const countInQuota = defineStatement(
  'count_in_quota',
  quota,
  { counted_at: text },
  `insert into message_quotas as quota (merchant_id, counted, sent_at, forget_at)
   values (:merchantId, :counted, array[statement_timestamp()], ${msFromNow(':windowMs')})
   on conflict (merchant_id, counted) do update
   set forget_at = excluded.forget_at, sent_at = array(
     select at from unnest(quota.sent_at) as at where at > statement_timestamp() - ${window}) || excluded.sent_at
   where (
     select count(*) from unnest(quota.sent_at) as at where at > statement_timestamp() - ${window}) < :most::int4
   returning statement_timestamp()::text as counted_at`,
)

// Removes one instant of that value. There is none if support has unlocked the phone meanwhile.
export const uncountInQuota = defineStatement(
  'uncount_in_quota',
  { merchantId: uuid, counted: text, countedAt: text },
  {},
  `update message_quotas as quota set sent_at = array(
     select one.at from unnest(quota.sent_at) with ordinality as one (at, place)
     where one.place <> array_position(quota.sent_at, (:countedAt::text)::timestamptz) order by one.place)
   where merchant_id = :merchantId and counted = :counted and (:countedAt::text)::timestamptz = any(quota.sent_at)`,
)

// The milliseconds until a message leaves the window: then one more may be sent.
export const findQuotaWait = defineStatement(
  'find_quota_wait',
  quota,
  { wait_ms: int4 },
  `select greatest(ceil(extract(epoch from at - statement_timestamp()) * 1000 + :windowMs::int4), 1)::int4 as wait_ms
   from message_quotas as quota, unnest(quota.sent_at) as at
   where quota.merchant_id = :merchantId and quota.counted = :counted
   order by at desc offset :most - 1 limit 1`,
)

// Over all merchants by time. Several processes may run it at once: each takes other rows.
export const deleteOldMessageQuotas = defineStatement(
  'delete_old_message_quotas',
  { most: int4 },
  { counted: text },
  `delete from message_quotas as quota using (
     select merchant_id, counted from message_quotas where forget_at <= statement_timestamp()
     order by forget_at limit :most for update skip locked
   ) as over
   where quota.merchant_id = over.merchant_id and quota.counted = over.counted
   returning quota.counted`,
)

// For support: the merchants that may have sent to a phone. Two statements: with shards, quotas are on the coordinator
// only, and merchants on each node.
export const listQuotaMerchants = defineStatement(
  'list_quota_merchants',
  {},
  { merchant_id: uuid },
  `select merchant_id from (${shownMerchants}) as merchant`,
)
export const listQuotas = defineStatement(
  'list_quotas',
  { merchantIds: array(uuid), counted: array(text) },
  { counted: text, sent_at: array(timestamptz) },
  `select counted, sent_at from message_quotas
   where merchant_id = any(:merchantIds) and counted = any(:counted) order by counted`,
)
export const forgetQuotas = defineStatement(
  'forget_quotas',
  { merchantIds: array(uuid), counted: array(text) },
  { counted: text },
  'delete from message_quotas where merchant_id = any(:merchantIds) and counted = any(:counted) returning counted',
)
