import { int4, text, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

// Notes one more message for what is counted, unless it had $3 within the last $4 milliseconds: then nothing is written and
// nothing answered. The row is locked until the transaction ends. Times are the database's: several machines count together.
export const takeMessageQuota = defineStatement(
  'take_message_quota',
  [uuid, text, int4, int4],
  { counted: text },
  `insert into message_quotas as quota (merchant_id, counted, sent_at, forget_at)
   values ($1, $2, array[statement_timestamp()], statement_timestamp() + $4::int4 * interval '1 millisecond')
   on conflict (merchant_id, counted) do update
   set forget_at = excluded.forget_at, sent_at = array(
     select at from unnest(quota.sent_at) as at
     where at > statement_timestamp() - $4::int4 * interval '1 millisecond') || excluded.sent_at
   where (
     select count(*) from unnest(quota.sent_at) as at
     where at > statement_timestamp() - $4::int4 * interval '1 millisecond') < $3::int4
   returning quota.counted`,
)

// In how many milliseconds the oldest of the last $3 messages leaves the window of $4: then there is room for one more.
export const findQuotaWait = defineStatement(
  'find_quota_wait',
  [uuid, text, int4, int4],
  { wait_ms: int4 },
  `select greatest(ceil(extract(epoch from at - statement_timestamp()) * 1000 + $4::int4), 1)::int4 as wait_ms
   from message_quotas as quota, unnest(quota.sent_at) as at
   where quota.merchant_id = $1 and quota.counted = $2
   order by at desc offset $3 - 1 limit 1`,
)

// A sweep over all merchants by time. Several processes may do it at once: each takes others.
export const deleteOldMessageQuotas = defineStatement(
  'delete_old_message_quotas',
  [int4],
  { counted: text },
  `delete from message_quotas as quota using (
     select merchant_id, counted from message_quotas where forget_at <= statement_timestamp()
     order by forget_at limit $1 for update skip locked
   ) as over
   where quota.merchant_id = over.merchant_id and quota.counted = over.counted
   returning quota.counted`,
)
