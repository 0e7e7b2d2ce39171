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

/** What one process holds, where it is alone. */
export const usualConnections = 16

interface DatabaseConfig {
  /** A PostgreSQL of the operator's; undefined: the embedded one. */
  readonly databaseUrl: string | undefined
  /** The same database for its owner, who migrates it; undefined: whoever uses it does. */
  readonly migrationDatabaseUrl?: string | undefined
  readonly dataDir: string
  /** Connections of the pool; `usualConnections` unless said. */
  readonly connections?: number
  /** `serviceLimits` unless said. */
  readonly limits?: DbLimits
  /** A service in sandbox mode marks the rows that it writes; a command never does. */
  readonly mode?: 'sandbox' | 'production'
  /** What else is done with the owner's rights once the schema is up to date. */
  readonly prepare?: (owner: Db) => Promise<void>
}

interface Database {
  /** With the rights of the service's role. */
  readonly db: Db
  /** Closes the pool, then stops the embedded database where there is one. */
  close(): Promise<void>
}

/** Opens the database that the configuration names, its schema brought up to date. Refuses with an UnusableDatabase: one line. */
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
 * The same for a command beside a running service: joins the service's embedded database where it runs. Refuses a data folder
 * that holds none.
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
  // The second only where an index is made outside of a transaction.
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
  /** What the operator does when the database denies permission. */
  readonly advice: string
}

// The first thing that is asked: whatever goes wrong with it, no database is there that can be used.
const reachDatabase = defineStatement('reach_database', {}, { ok: int4 }, 'select 1 as ok')

/** Reaches the database and does the work on it. What the operator can change becomes one line that names the variable. */
async function workOn(db: Db, address: Address, work: () => Promise<void>): Promise<void> {
  try {
    await db.run(reachDatabase, {}).catch((error: unknown) => Promise.reject(explain(error, address)))
    await work()
  } catch (error) {
    throw explain(error, address, unreachable)
  }
}

/** Later on, these codes tell that the database has gone or refuses us; everything else is a bug. */
const unreachable = /^(E[A-Z_]+|28\w{3}|3D000|42501|57P03|53300)$/
const denied = '42501'
const diskFull = '53100'

function explain(error: unknown, { variable, advice }: Address, codes = /^/): unknown {
  if (error instanceof UnusableDatabase || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === diskFull)
    return new UnusableDatabase(`The disk of the database is full (${error.message})`, 'make room on it')
  if (!(error instanceof DeadlinePassed) && !codes.test(code)) return error
  // When every address of a host fails, the message is empty and the code says it all.
  const reason = `${error.message || code}${code === denied ? ` (${advice})` : ''}`
  return new UnusableDatabase(`The database of ${variable} cannot be used: ${reason}`)
}
