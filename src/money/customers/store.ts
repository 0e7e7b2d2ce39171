import { bool, int4, int8, nullable, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { onEachShard } from '../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../platform/due/due-sql.ts'
import { countDue, waitingParams, waitingRow } from '../../platform/due/waiting.ts'

const key = { merchantId: uuid, paymentId: uuid }
const isIt = 'merchant_id = :merchantId and id = :paymentId'

// Asked for again: the pseudonym stays.
export const insertErasure = defineStatement(
  'insert_erasure',
  { ...key, isTest: bool, pseudonym: text, requestedBy: text, reason: text, now: timestamptz, dueAt: timestamptz },
  { pseudonym: text },
  `insert into erasures as known (merchant_id, id, is_test, pseudonym, requested_by, reason, requested_at, due_at)
   values (:merchantId, :paymentId, :isTest, :pseudonym, :requestedBy, :reason, :now, :dueAt)
   on conflict (merchant_id, id) do update set due_at = excluded.due_at where known.due_at is not null
   returning pseudonym`,
)

export const findErasure = defineStatement(
  'find_erasure',
  key,
  { pseudonym: text, reason: text, requested_at: timestamptz, due_at: nullable(timestamptz) },
  `select pseudonym, reason, requested_at, due_at from erasures where ${isIt}`,
)

export const putOffErasure = defineStatement(
  'put_off_erasure',
  { ...key, dueAt: timestamptz },
  {},
  `update erasures set due_at = :dueAt where ${isIt} and due_at is not null`,
)

export const completeErasure = defineStatement(
  'complete_erasure',
  { ...key, now: timestamptz, reason: text },
  {},
  `update erasures set due_at = null, erased_at = :now, reason = :reason where ${isIt} and due_at is not null`,
)

export const listDueErasures = onEachShard(
  defineStatement(
    'list_due_erasures',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('erasure', 'erasures', ['is_test']),
  ),
)

export const listDueErasuresOf = defineStatement(
  'list_due_erasures_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('erasure', 'erasures', ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)

export const waitingErasures = defineStatement(
  'measure_due_erasures',
  waitingParams,
  waitingRow,
  countDue('erasures', 'due_at'),
)
