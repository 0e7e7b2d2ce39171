import { defineStatement } from '../../../platform/db/statement.ts'
import { countDue, countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'

export const dueDisputes = defineStatement(
  'measure_due_disputes',
  waitingParams,
  waitingRow,
  countDue('disputes', 'due_at'),
)

const undecided = (status: string): string =>
  `(select created_at as since from disputes where status = '${status}' and created_at <= :now order by created_at limit :limit)`

// Those that wait for support, and not for an answer of somebody.
export const undecidedDisputes = defineStatement(
  'measure_undecided_disputes',
  waitingParams,
  waitingRow,
  countWaiting(`${undecided('new')} union all ${undecided('in_progress')}`),
)
