import type pg from 'pg'
import { DeadlinePassed } from '../base/deadline.ts'
import { int4 } from './columns.ts'
import { type Db, openDb } from './db.ts'
import { hasDatabase } from './embedded/cluster.ts'
import { findEmbedded } from './embedded/find-embedded.ts'
import { type EmbeddedLog, openEmbedded } from './embedded/open-embedded.ts'
import type { DbLimits } from './limits.ts'
import { migrateDb } from './migrate.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

/** What one process holds, where it is alone. */
export const usualConnections = 16

interface DatabaseConfig {
  /** A PostgreSQL of the operator's; undefined: the embedded one. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Connections of the pool; `usualConnections` unless said. */
  readonly connections?: number
  /** `serviceLimits` unless said. */
  readonly limits?: DbLimits
}

interface Database {
  readonly db: Db
  /** Closes the pool, then stops the embedded database where there is one. */
  close(): Promise<void>
}

/** Opens the database that the configuration names, its schema brought up to date. Refuses with an UnusableDatabase: one line. */
export async function openDatabase(config: DatabaseConfig, log: EmbeddedLog): Promise<Database> {
  const embedded = config.databaseUrl === undefined ? await openEmbedded({ dataDir: config.dataDir, log }) : undefined
  const connection: pg.PoolConfig = embedded?.connection ?? { connectionString: config.databaseUrl }
  const db = openDb({
    connection,
    ...poolOf(config),
    onIdleError: (error) => log.warn({ error: error.message }, 'an idle database connection was cut off'),
  })
  const close = async (): Promise<void> => {
    await db.close()
    await embedded?.close()
  }
  try {
    await db.run(reachDatabase, {}).catch((error: unknown) => Promise.reject(explain(error)))
    await migrateDb(db)
  } catch (error) {
    await close()
    throw explain(error, unreachable)
  }
  return { db, close }
}

/**
 * The same for a command beside a running service: joins the service's embedded database where it runs. Refuses a data folder
 * that holds none: whoever mistyped it wants no empty one.
 */
export async function joinDatabase(config: DatabaseConfig, log: EmbeddedLog): Promise<Database> {
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) {
    const advice = 'start the service on it first, or set DATA_DIR or DATABASE_URL'
    throw new UnusableDatabase(`There is no database in the data folder ${config.dataDir}: ${advice}`)
  }
  const running = config.databaseUrl === undefined ? await findEmbedded(config.dataDir) : undefined
  if (running === undefined) return openDatabase(config, log)
  const db = openDb({ connection: running, ...poolOf(config) })
  await migrateDb(db)
  return { db, close: () => db.close() }
}

function poolOf({ connections = usualConnections, limits }: DatabaseConfig) {
  return limits === undefined ? { connections } : { connections, limits }
}

// The first thing that is asked: whatever goes wrong with it, no database is there that can be used.
const reachDatabase = defineStatement('reach_database', {}, { ok: int4 }, 'select 1 as ok')

/** Later on, these codes tell that the database has gone or refuses us; everything else is a bug. */
const unreachable = /^(E[A-Z_]+|28\w{3}|3D000|57P03|53300)$/

function explain(error: unknown, codes = /^/): unknown {
  if (error instanceof UnusableDatabase || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (!(error instanceof DeadlinePassed) && !codes.test(code)) return error
  // When every address of a host fails, the message is empty and the code says it all.
  return new UnusableDatabase(`The database of DATABASE_URL cannot be used: ${error.message || code}`)
}
