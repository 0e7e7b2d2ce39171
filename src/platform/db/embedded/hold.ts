import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { UnusableDatabase } from '../unusable.ts'
import type { Cluster } from './cluster.ts'

const holderPatienceMs = 1_000

/** The exclusive ownership of a data folder by this process: a lock in its database, while one connection lives. */
export interface Hold {
  /** Settles when the connection and its lock are gone. */
  readonly lost: Promise<void>
  isHeld(): boolean
  release(): Promise<void>
}

/**
 * Takes the lock of the data folder. Returns the reason as a text if the server does not accept connections (yet).
 * Refuses if another living service holds the folder, and names it.
 */
export async function holdFolder(cluster: Cluster, connection: pg.PoolConfig): Promise<Hold | string> {
  const client = new pg.Client({
    ...connection,
    application_name: `qist ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  let isHeld = true
  const lost = new Promise<void>((resolve) => {
    const lose = (): void => {
      isHeld = false
      resolve()
    }
    client.on('error', lose)
    client.on('end', lose)
  })
  try {
    await client.connect()
    await takeLock(client, cluster)
    return {
      lost,
      isHeld: () => isHeld,
      release: async () => (isHeld ? client.end().catch(() => undefined) : undefined),
    }
  } catch (error) {
    client.end().catch(() => undefined)
    if (error instanceof UnusableDatabase) throw error
    if (!(error instanceof Error)) throw error
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) {
      throw new UnusableDatabase(
        `The database in ${cluster.path} does not take the password beside it (${error.message})`,
      )
    }
    return error.message
  }
}

async function takeLock(client: pg.Client, cluster: Cluster): Promise<void> {
  const until = performance.now() + holderPatienceMs
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${lockKey}) as held`)
    if (rows[0]?.held) return
    // The server needs a moment to notice that a holder was killed.
    if (performance.now() > until) break
    await wait(50)
  }
  const { rows } = await client.query<{ name: string }>(findHolder)
  const pid = rows[0]?.name.split(' ')[1] ?? 'unknown'
  throw new UnusableDatabase(
    `Another Qist (pid ${pid}) already runs on the data folder ${cluster.dataDir}: stop it, or set DATA_DIR to another folder`,
  )
}

// Any two numbers, but the same in every version.
const lockKey = '1904, 1'
const findHolder = `select application_name as name from pg_stat_activity join pg_locks using (pid)
  where locktype = 'advisory' and granted and classid = 1904 and objid = 1`
