import type { Instant } from '../base/times.ts'
import { timestamptz } from './columns.ts'
import type { Queryable } from './db.ts'
import { defineStatement } from './statement.ts'

/** Times of this process by the database's clock, of which every machine tells the same. */
export interface DatabaseTimes {
  /** When this process was started; a little earlier, and never later. */
  readonly startedAt: Instant
  /** Now; a little later, and never earlier. */
  now(): Instant
}

// The first may have to open a connection, which takes long, and the longer one takes the less it tells.
const readings = 3

const readTime = defineStatement('read_database_time', {}, { at: timestamptz }, 'select statement_timestamp() as at')

/**
 * Reads the database's clock, for what two commands on two machines must not both take (decisions/0043): this machine's own clock, which may be
 * wrong, is not asked.
 */
export async function readDatabaseTimes(db: Queryable): Promise<DatabaseTimes> {
  const started = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY }
  for (let reading = 0; reading < readings; reading += 1) {
    const askedMs = performance.now()
    const [row] = await db.run(readTime, {})
    if (row === undefined) throw new Error('a clock answers')
    // The database's time was read in between, and is told in whole milliseconds.
    started.earliest = Math.max(started.earliest, row.at - performance.now())
    started.latest = Math.min(started.latest, row.at + 1 - askedMs)
  }
  return {
    startedAt: Math.floor(started.earliest),
    now: () => Math.ceil(started.latest + performance.now()),
  }
}
