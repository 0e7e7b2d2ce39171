import type { QueueName } from '../adapters/counted-events.ts'
import type { App } from '../app/app.ts'
import { int4, nullable, type RowOf, timestamptz } from '../db/columns.ts'
import type { Statement } from '../db/statement.ts'

/** A statement that looks at no more than :limit of what waits at :now: how much there is, and since when the oldest waits. */
export const waitingParams = { now: timestamptz, limit: int4 }
export const waitingRow = { since: nullable(timestamptz), waiting: int4 }

/** SQL: what such a statement answers of rows that have `since`. They are those of one index, as far as it is wanted. */
export function countWaiting(rows: string): string {
  return `select min(since) as since, count(*)::int4 as waiting from (${rows}) as row`
}

/** SQL: the same of a table whose rows fall due at a time that has an index. */
export function countDue(table: string, column: string): string {
  return countWaiting(`select ${column} as since from ${table} where ${column} <= :now order by ${column} limit :limit`)
}

/** Something that waits in the whole database, for this service or for a person. */
export interface Queue {
  readonly name: QueueName
  readonly statement: Statement<RowOf<typeof waitingParams>, RowOf<typeof waitingRow>>
}

const limit = 1_000

/** Says in the metrics how much waits in the queue, up to a thousand, and how long the oldest has been waiting. */
export async function measureQueue(app: App, { name, statement }: Queue): Promise<void> {
  const now = app.clock.now()
  const rows = (await app.db.eachShard((db) => db.run(statement, { now, limit }))).flat()
  const waiting = Math.min(
    limit,
    rows.reduce((sum, row) => sum + row.waiting, 0),
  )
  const oldest = Math.min(...rows.map((row) => row.since ?? Number.POSITIVE_INFINITY))
  // A merchant of a sandbox may be ahead of the machine.
  app.metrics.setWaiting(name, waiting, Number.isFinite(oldest) ? Math.max(0, now - oldest) / 1000 : 0)
}
