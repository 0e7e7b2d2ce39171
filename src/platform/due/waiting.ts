import type { QueueName } from '../adapters/counted-events.ts'
import type { App } from '../app/app.ts'
import { int4, nullable, type RowOf, timestamptz } from '../db/columns.ts'
import type { Statement } from '../db/statement.ts'

/**
 * Parameters and row of a statement that counts what waits at :now, at most :limit, and finds since when the oldest
 * waits.
 */
export const waitingParams = { now: timestamptz, limit: int4 }
export const waitingRow = { since: nullable(timestamptz), waiting: int4 }

/** Returns SQL: that count of rows with `since`. The rows come from one index, with a limit. */
export function countWaiting(rows: string): string {
  return `select min(since) as since, count(*)::int4 as waiting from (${rows}) as row`
}

/** Returns SQL: that count of a table whose due time has an index. */
export function countDue(table: string, column: string): string {
  return countWaiting(`select ${column} as since from ${table} where ${column} <= :now order by ${column} limit :limit`)
}

/** A kind of work that waits, for the service or for a person, over all merchants. */
export interface Queue {
  readonly name: QueueName
  readonly statement: Statement<RowOf<typeof waitingParams>, RowOf<typeof waitingRow>>
}

const limit = 1_000

/** Sets the metrics of a queue: its length, up to a thousand, and the age of the oldest item. */
export async function measureQueue(app: App, { name, statement }: Queue): Promise<void> {
  const now = app.clock.now()
  const rows = (await app.db.eachShard((db) => db.run(statement, { now, limit }))).flat()
  const waiting = Math.min(
    limit,
    rows.reduce((sum, row) => sum + row.waiting, 0),
  )
  const oldest = Math.min(...rows.map((row) => row.since ?? Number.POSITIVE_INFINITY))
  // An advanced clock (sandbox) gives times in the machine's future.
  app.metrics.setWaiting(name, waiting, Number.isFinite(oldest) ? Math.max(0, now - oldest) / 1000 : 0)
}
