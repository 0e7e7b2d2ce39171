import type { Instant } from '../base/times.ts'
import { timestamptz } from './columns.ts'
import type { Queryable } from './db.ts'
import { defineStatement } from './statement.ts'

/** Times of this process by the database's clock, which is the same for every machine. */
export interface DatabaseTimes {
  /** The start of this process, or a little earlier; never later. */
  readonly startedAt: Instant
  /** Returns now, or a little later; never earlier. */
  now(): Instant
}

// Several readings, because the first one may have to open a connection, and a slow one is inexact.
const readings = 3

const readTime = defineStatement('read_database_time', {}, { at: timestamptz }, 'select statement_timestamp() as at')

/**
 * Reads the database's clock, for work that two commands on two machines must not both take (decisions/0043). This
 * machine's own clock may be wrong.
 */
export async function readDatabaseTimes(db: Queryable): Promise<DatabaseTimes> {
  const started = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY }
  for (let reading = 0; reading < readings; reading += 1) {
    const startedMs = performance.now()
    const [row] = await db.run(readTime, {})
    if (row === undefined) throw new Error('a clock answers')
    // The database's time is between the two readings of ours, and in whole milliseconds.
    started.earliest = Math.max(started.earliest, row.at - performance.now())
    started.latest = Math.min(started.latest, row.at + 1 - startedMs)
  }
  return {
    startedAt: Math.floor(started.earliest),
    now: () => Math.ceil(started.latest + performance.now()),
  }
}
