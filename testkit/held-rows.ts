import assert from 'node:assert/strict'
import pg from 'pg'
import { everyPlace, type ServerTexts } from './citus/every-place.ts'

/** Rows or tables that are locked from outside the service, as by an operator or a frozen process. */
export interface HeldRows {
  readonly count: number
  /** Returns the statements that have waited for the lock for at least `forMs` milliseconds. */
  waiting(forMs?: number): Promise<string[]>
  /** Throws if no row was locked, or if the lock has ended. The test would prove nothing then. */
  assertHeld(): void
  /** Releases the lock and undoes its changes. */
  release(): Promise<void>
}

/** Upper limit of a lock, in milliseconds. A statement that wrongly waits for the lock then ends and is reported. */
const maxHoldMs = 150_000

/**
 * Runs a statement that locks or changes rows in a transaction that stays open. In a store with shards it runs in every
 * shard.
 */
export async function holdRows(connection: pg.ClientConfig, sql: string): Promise<HeldRows> {
  const holders: Holder[] = []
  let isHeld = true
  const release = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    clearTimeout(timer)
    for (const { client, observer } of holders) {
      await client.query('rollback').catch(() => undefined)
      for (const each of [client, observer]) await each.end().catch(() => undefined)
    }
  }
  const timer = setTimeout(() => void release(), maxHoldMs)
  try {
    for (const place of await everyPlace(connection, sql)) holders.push(await hold(place))
  } catch (error) {
    await release()
    throw error
  }
  const count = holders.reduce((sum, holder) => sum + holder.count, 0)
  return {
    count,
    async waiting(forMs = 0) {
      const waiting = []
      for (const holder of holders) waiting.push(...(await listWaiting(holder, forMs)))
      return waiting
    },
    assertHeld() {
      assert.ok(count > 0, `nothing to hold: ${sql}`)
      assert.ok(isHeld, `somebody waited for what is held: ${sql}`)
    },
    release,
  }
}

interface Holder {
  readonly client: pg.Client
  /**
   * A second connection, for the list of waiting statements. The locking transaction stays idle: a concurrent index
   * build waits for active ones.
   */
  readonly observer: pg.Client
  readonly pid: number
  readonly count: number
}

async function hold({ connection, texts }: ServerTexts): Promise<Holder> {
  const client = await connect(connection)
  try {
    await client.query('begin')
    let count = 0
    for (const text of texts) count += (await client.query(text)).rowCount ?? 0
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return { client, observer: await connect(connection), pid: Number(rows[0]?.pid), count }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  // A fault injector may cut this connection, too, and a stopping service stops its embedded database.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Only active ones: a session that just began to wait may still be listed as idle, with its last statement. */
async function listWaiting({ observer, pid }: Holder, forMs: number): Promise<string[]> {
  const { rows } = await observer.query(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_activity
     where state = 'active' and ${pid} = any (pg_blocking_pids(pid)) and clock_timestamp() >= query_start + ${forMs} * interval '1 millisecond'`,
  )
  return rows.map(({ query }) => String(query))
}
