import pg from 'pg'

/** Rows that somebody outside holds, as an operator's forgotten transaction does. */
export interface HeldRows {
  readonly count: number
  /** Statements that have been waiting for them for so many milliseconds. */
  waiting(forMs: number): Promise<string[]>
  /** Gives them back as they were. */
  release(): Promise<void>
}

/** Runs the statement, which locks or changes rows, in a transaction that stays open. */
export async function holdRows(databaseUrl: string, sql: string): Promise<HeldRows> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'proof' })
  // Whoever disturbs the database meanwhile may cut this one off, too.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(sql)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return {
    count: rowCount ?? 0,
    async waiting(forMs) {
      // Within a transaction the activity of others is what it was at the first look.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows: blocked } = await client.query(
        `select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_activity
         where ${Number(rows[0]?.pid)} = any (pg_blocking_pids(pid))
           and clock_timestamp() >= query_start + ${forMs} * interval '1 millisecond'`,
      )
      return blocked.map(({ query }) => String(query))
    },
    async release() {
      await client.query('rollback').catch(() => undefined)
      await client.end().catch(() => undefined)
    },
  }
}
