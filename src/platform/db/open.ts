import type pg from 'pg'
import { DeadlinePassed } from '../base/deadline.ts'
import { int4 } from './columns.ts'
import { serviceRole } from './connection.ts'
import { type Db, type DbOptions, openDb } from './db.ts'
import { requireDatabase } from './embedded/cluster.ts'
import { findEmbedded } from './embedded/embedded.ts'
import { type EmbeddedLog, openEmbedded } from './embedded/open-embedded.ts'
import { type DbLimits, serviceLimits } from './limits.ts'
import { type AddressVariable, checkService, migrateDb } from './migrate.ts'
import type { MigrationLog } from './migration-locks.ts'
import { tellOutages } from './outage.ts'
import { distributeNewTables } from './sharding/distribute-new-tables.ts'
import { findShards } from './sharding/service-db.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

/** The number of connections of a single process. */
export const usualConnections = 16

interface DatabaseConfig {
  /** The operator's PostgreSQL; undefined: the embedded one. */
  readonly databaseUrl: string | undefined
  /** The same database with its owner's login, for migrations; undefined: the login of `databaseUrl` migrates. */
  readonly migrationDatabaseUrl?: string | undefined
  readonly dataDir: string
  /** Connections of the pool; default: `usualConnections`. */
  readonly connections?: number
  /** Default: `serviceLimits`. */
  readonly limits?: DbLimits
  /** A service in sandbox mode marks the rows that it writes; a command never does. */
  readonly mode?: 'sandbox' | 'production'
  /** Further work with the owner's rights after the migrations. */
  readonly prepare?: (owner: Db) => Promise<void>
}

interface Database {
  /** The database with the rights of the service's role. */
  readonly db: Db
  /** Closes the pool, then stops the embedded database if there is one. */
  close(): Promise<void>
}

/**
 * Opens the configured database and brings its schema up to date. Throws an UnusableDatabase with one line for the
 * operator.
 */
export function openDatabase(config: DatabaseConfig, log: EmbeddedLog): Promise<Database> {
  return open(config, log, config.mode === 'sandbox')
}

async function open(config: DatabaseConfig, log: EmbeddedLog, marksSandbox: boolean): Promise<Database> {
  const embedded = config.databaseUrl === undefined ? await openEmbedded({ dataDir: config.dataDir, log }) : undefined
  try {
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl }
    const db = await openMigrated(connection, config, log, { marksSandbox, outages: tellOutages(log) })
    if (db.sharding !== undefined) log.info({ citus: db.sharding }, 'the store is in shards')
    const close = async (): Promise<void> => {
      await db.close()
      await embedded?.close()
    }
    return { db, close }
  } catch (error) {
    await embedded?.close()
    throw error
  }
}

/**
 * Opens the database for a command beside a running service: joins the service's embedded database if it runs.
 * Refuses a data folder without a database.
 */
export async function joinDatabase(config: DatabaseConfig, log: EmbeddedLog): Promise<Database> {
  if (config.databaseUrl === undefined) requireDatabase(config.dataDir)
  const running = config.databaseUrl === undefined ? await findEmbedded(config.dataDir) : undefined
  if (running === undefined) return open(config, log, false)
  const db = await openMigrated(running, config, log, {})
  return { db, close: () => db.close() }
}

async function openMigrated(
  connection: pg.PoolConfig,
  config: DatabaseConfig,
  log: MigrationLog,
  more: Pick<DbOptions, 'outages' | 'marksSandbox'>,
): Promise<Db> {
  const { migrationDatabaseUrl, connections = usualConnections, limits = serviceLimits, prepare } = config
  const [variable, ownerConnection] =
    migrationDatabaseUrl === undefined
      ? (['DATABASE_URL', connection] as const)
      : (['MIGRATION_DATABASE_URL', { connectionString: migrationDatabaseUrl }] as const)
  // The second connection is for indexes that are built outside of a transaction.
  const owner = openDb({ connection: ownerConnection, connections: 2, limits, rights: 'owner' })
  const ofOwner: Address = { variable, advice: 'set MIGRATION_DATABASE_URL to the login that owns its tables' }
  const work = async (): Promise<void> => {
    await migrateDb(owner, { variable, log })
    await distributeNewTables(owner)
    await prepare?.(owner)
  }
  await workOn(owner, ofOwner, work).finally(() => owner.close())
  const ofService: Address = {
    variable: 'DATABASE_URL',
    advice: `have an administrator grant ${serviceRole} to its login`,
  }
  const service = { connection, connections, limits, ...more }
  const plain = openDb(service)
  await workOn(plain, ofService, () => checkService(plain)).catch(async (error) => {
    await plain.close()
    throw error
  })
  return findShards(plain, service)
}

interface Address {
  readonly variable: AddressVariable
  /** The advice for an operator whom the database denies permission. */
  readonly advice: string
}

// The first statement: if it fails, the database cannot be used at all.
const reachDatabase = defineStatement('reach_database', {}, { ok: int4 }, 'select 1 as ok')

/** Connects and runs the work. Errors that the operator can correct become one line that names the variable. */
async function workOn(db: Db, address: Address, work: () => Promise<void>): Promise<void> {
  try {
    await db.run(reachDatabase, {}).catch((error: unknown) => Promise.reject(explain(error, address)))
    await work()
  } catch (error) {
    throw explain(error, address, unreachable)
  }
}

/** After the start these codes mean that the database is gone or refuses us. Any other error is a bug. */
const unreachable = /^(E[A-Z_]+|28\w{3}|3D000|42501|57P03|53300)$/
const denied = '42501'
const diskFull = '53100'

function explain(error: unknown, { variable, advice }: Address, codes = /^/): unknown {
  if (error instanceof UnusableDatabase || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === diskFull)
    return new UnusableDatabase(`The disk of the database is full (${error.message})`, 'make room on it')
  if (!(error instanceof DeadlinePassed) && !codes.test(code)) return error
  // If every address of a host fails, the message is empty, so the code is shown.
  const reason = `${error.message || code}${code === denied ? ` (${advice})` : ''}`
  return new UnusableDatabase(`The database of ${variable} cannot be used: ${reason}`)
}
