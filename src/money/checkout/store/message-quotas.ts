import { array, int4, text, uuid } from '../../../platform/db/columns.ts'
import { msFromNow } from '../../../platform/db/database-time.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

const window = `:windowMs::int4 * interval '1 millisecond'`
const quota = { merchantId: uuid, counted: text, most: int4, windowMs: int4 }

// Notes one more message for what is counted, unless it had the most within the window already: then nothing is written and
// nothing answered. The row is locked until the transaction ends. Times are the database's: several machines count together.
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

// In how many milliseconds the oldest of the last so many messages leaves the window: then there is room for one more.
export const findQuotaWait = defineStatement(
  'find_quota_wait',
  quota,
  { wait_ms: int4 },
  `select greatest(ceil(extract(epoch from at - statement_timestamp()) * 1000 + :windowMs::int4), 1)::int4 as wait_ms
   from message_quotas as quota, unnest(quota.sent_at) as at
   where quota.merchant_id = :merchantId and quota.counted = :counted
   order by at desc offset :most - 1 limit 1`,
)

// A sweep over all merchants by time. Several processes may do it at once: each takes others.
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

// For support, of a customer who is a phone: whichever merchants have sent to it, in one walk by all merchants in order. Two statements:
// where the store is in shards, what is counted is on the coordinator only, and the merchants are on every node.
export const listQuotaMerchants = defineStatement(
  'list_quota_merchants',
  {},
  { merchant_id: uuid },
  `select merchant_id from (${shownMerchants}) as merchant`,
)
export const forgetQuotas = defineStatement(
  'forget_quotas',
  { merchantIds: array(uuid), counted: array(text) },
  { counted: text },
  'delete from message_quotas where merchant_id = any(:merchantIds) and counted = any(:counted) returning counted',
)
