import type pg from 'pg'
import { DeadlinePassed } from '../base/deadline.ts'
import { type Db, openDb } from './db.ts'
import { hasDatabase } from './embedded/cluster.ts'
import { type EmbeddedLog, findEmbedded, openEmbedded } from './embedded/open-embedded.ts'
import type { DbLimits } from './limits.ts'
import { migrateDb } from './migrate.ts'
import { UnusableDatabase } from './unusable.ts'

/** What one process holds, where it is alone. */
export const usualConnections = 16

export interface DatabaseConfig {
  /** A PostgreSQL of the operator's; undefined: the embedded one. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Connections of the pool; `usualConnections` unless said. */
  readonly connections?: number
  /** `serviceLimits` unless said. */
  readonly limits?: DbLimits
}

export interface Database {
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
    await migrateDb(db)
  } catch (error) {
    await close()
    throw explain(error)
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

const unreachable = /^(E[A-Z]+|28\w{3}|3D000|57P03|53300)$/

function explain(error: unknown): unknown {
  if (error instanceof DeadlinePassed) {
    return new UnusableDatabase(`The database of DATABASE_URL cannot be used: ${error.message}`)
  }
  if (!(error instanceof Error) || !('code' in error) || !unreachable.test(String(error.code))) return error
  // When every address of a host fails, the message is empty and the code says it all.
  return new UnusableDatabase(`The database of DATABASE_URL cannot be used: ${error.message || error.code}`)
}
