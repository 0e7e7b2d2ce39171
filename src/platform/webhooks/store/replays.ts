import { array, bool, columnList, int4, nullable, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { msFromNow } from '../../db/database-time.ts'
import { claimDue, type LeasedTable, moveDueWhere, selectClaimable } from '../../db/lease-sql.ts'
import { onEachShard } from '../../db/sharding/each-shard.ts'
import { defineStatement } from '../../db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../due/waiting.ts'

const columns = {
  ...{ merchant_id: uuid, id: uuid, webhook_id: uuid, is_test: bool, from_at: timestamptz, to_at: timestamptz },
  ...{ only_missing: bool, total: int4, is_more: bool, state: text, read_id: uuid, end_id: uuid, is_read: bool },
  ...{ held: array(uuid), under_way: array(uuid), failed_once: array(uuid), delivered: int4, failed: int4 },
  ...{ probe_at: nullable(timestamptz), started_at: timestamptz, ended_at: nullable(timestamptz) },
}

export type ReplayRow = RowOf<typeof columns>

const leased: LeasedTable = { table: 'webhook_replays', alias: 'replay', dueAt: 'due_at' }
const one = { merchantId: uuid, id: uuid }
const isOne = 'merchant_id = :merchantId and id = :id'

// No row if the webhook is disabled or removed, if a replay of it runs, or if the id exists. Of the earlier replays only
// the newest :kept stay.
export const insertReplay = defineStatement(
  'insert_webhook_replay',
  {
    ...{ ...one, webhookId: uuid, from: timestamptz, to: timestamptz, onlyMissing: bool, total: int4, isMore: bool },
    ...{ readId: uuid, endId: uuid, startedAt: timestamptz, kept: int4 },
  },
  { id: uuid },
  `with begun as (
     insert into webhook_replays (merchant_id, id, webhook_id, is_test, from_at, to_at, only_missing, total, is_more,
       read_id, end_id, started_at, due_at)
     select webhook.merchant_id, :id, webhook.id, webhook.is_test, :from, :to, :onlyMissing, :total, :isMore,
       :readId, :endId, :startedAt, statement_timestamp()
     from webhooks as webhook
     where webhook.merchant_id = :merchantId and webhook.id = :webhookId and webhook.disabled_at is null
     on conflict do nothing
     returning id
   ), gone as (
     delete from webhook_replays as replay where replay.merchant_id = :merchantId and exists (select from begun)
       and replay.id = any(array(
         select old.id from webhook_replays as old
         where old.merchant_id = :merchantId and old.webhook_id = :webhookId and old.ended_at is not null
         order by old.id desc offset :kept
       ))
   )
   select id from begun`,
)

export const findReplayRow = defineStatement(
  'find_webhook_replay',
  { ...one, webhookId: uuid },
  columns,
  `select ${columnList(columns)} from webhook_replays where ${isOne} and webhook_id = :webhookId`,
)

export const findNewestReplay = defineStatement(
  'find_newest_webhook_replay',
  { merchantId: uuid, webhookId: uuid },
  columns,
  `select ${columnList(columns)} from webhook_replays
   where merchant_id = :merchantId and webhook_id = :webhookId order by ended_at is null desc, id desc limit 1`,
)

export const stopReplayRow = defineStatement(
  'stop_webhook_replay',
  { ...one, webhookId: uuid, at: timestamptz },
  columns,
  `update webhook_replays set state = 'stopped', ended_at = :at, due_at = null, probe_at = null
   where ${isOne} and webhook_id = :webhookId and ended_at is null
   returning ${columnList(columns)}`,
)

// Of all merchants.
export const listDueReplays = onEachShard(
  defineStatement(
    'list_due_webhook_replays',
    { limit: int4 },
    { merchant_id: uuid, id: uuid },
    selectClaimable(leased, 'merchant_id, id'),
  ),
)

// Locks the row until the end of the step's transaction. Returns no row if another process has it, or if it is not due.
export const claimReplay = defineStatement(
  'claim_webhook_replay',
  { ...one, stepMs: int4 },
  columns,
  `${claimDue(leased, isOne, { to: msFromNow(':stepMs') })} returning ${columnList(columns, 'replay')}`,
)

export const saveReplay = defineStatement(
  'save_webhook_replay',
  {
    ...{ ...one, state: text, readId: uuid, isRead: bool, held: array(uuid), underWay: array(uuid) },
    ...{ failedOnce: array(uuid), delivered: int4, failed: int4, probeAt: nullable(timestamptz) },
    ...{ endedAt: nullable(timestamptz) },
  },
  {},
  `update webhook_replays set state = :state, read_id = :readId, is_read = :isRead, held = :held, under_way = :underWay,
     failed_once = :failedOnce, delivered = :delivered, failed = :failed, probe_at = :probeAt, ended_at = :endedAt,
     due_at = case when :endedAt::timestamptz is null then due_at end
   where ${isOne} and ended_at is null`,
)

export const deferReplay = defineStatement(
  'defer_webhook_replay',
  { ...one, deferMs: int4 },
  {},
  moveDueWhere(leased, `${isOne} and ended_at is null`, msFromNow(':deferMs')),
)

// Running ones, for the metrics.
export const runningReplays = defineStatement(
  'measure_webhook_replays',
  waitingParams,
  waitingRow,
  countWaiting(
    `select started_at as since from webhook_replays
     where due_at is not null and :now::timestamptz is not null order by due_at limit :limit`,
  ),
)
