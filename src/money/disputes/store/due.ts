import { int4, int8, nullable, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { countDue, countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'

export const listDueDisputes = onEachShard(
  defineStatement(
    'list_due_disputes',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('dispute', 'disputes'),
  ),
)

export const listDueDisputesOfMerchant = defineStatement(
  'list_due_disputes_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4 },
  { id: uuid, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('dispute', 'disputes'),
)

export const measureDueDisputes = defineStatement(
  'measure_due_disputes',
  waitingParams,
  waitingRow,
  countDue('disputes', 'due_at'),
)

const undecided = (status: string): string =>
  `(select created_at as since from disputes where status = '${status}' and created_at <= :now order by created_at limit :limit)`

// Disputes that wait for support's decision. Those that wait for evidence do not count.
export const measureUndecidedDisputes = defineStatement(
  'measure_undecided_disputes',
  waitingParams,
  waitingRow,
  countWaiting(`${undecided('new')} union all ${undecided('in_progress')}`),
)
