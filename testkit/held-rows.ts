import assert from 'node:assert/strict'
import pg from 'pg'

/** Rows or tables that somebody outside the service holds locked: an operator, a process that froze between two statements. */
export interface HeldRows {
  readonly count: number
  /** Statements that have been waiting for them for so many milliseconds. */
  waiting(forMs?: number): Promise<string[]>
  /** Fails when there were none, or when they are not held any more: then whatever was to be shown beside them was not. */
  assertHeld(): void
  /** Gives them back as they were. */
  release(): Promise<void>
}

/** Held for so long at the most, in milliseconds, so that what wrongly waits for them ends, and is told. */
const maxHoldMs = 150_000

/** Runs the statement, which locks or changes rows, in a transaction that stays open. */
export async function holdRows(connection: pg.ClientConfig, sql: string): Promise<HeldRows> {
  const client = new pg.Client(connection)
  // Whoever disturbs the database meanwhile may cut this one off, too, and a service that stops takes its database with it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(sql)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  let isHeld = true
  const release = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    clearTimeout(timer)
    await client.query('rollback').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
  const timer = setTimeout(() => void release(), maxHoldMs)
  return {
    count: rowCount ?? 0,
    async waiting(forMs = 0) {
      // Within a transaction the activity of others is what it was at the first look.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows: blocked } = await client.query(
        `select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_activity
         where ${Number(rows[0]?.pid)} = any (pg_blocking_pids(pid))
           and clock_timestamp() >= query_start + ${forMs} * interval '1 millisecond'`,
      )
      return blocked.map(({ query }) => String(query))
    },
    assertHeld() {
      assert.ok(rowCount, `nothing to hold: ${sql}`)
      assert.ok(isHeld, `somebody waited for what is held: ${sql}`)
    },
    release,
  }
}
