import { applyMigration } from './apply-migration.ts'
import { int4, text } from './columns.ts'
import { serviceRole } from './connection.ts'
import type { Db } from './db.ts'
import { type MigrationWaits, migrationWaits } from './limits.ts'
import { listKnownMigrations, readMigration } from './migration-files.ts'
import { changeSchema, type Migrating, type MigrationLog } from './migration-locks.ts'
import { listApplied, migrationsTable } from './migration-records.ts'
import { prepareServiceRole } from './service-role.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

const oldestServer = 15

const getServer = defineStatement(
  'get_server',
  {},
  { version: int4, time_zone: text, role: text },
  `select current_setting('server_version_num')::int4 as version, current_setting('TimeZone') as time_zone,
     current_user::text as role`,
)
/** The variable of a database address. */
export type AddressVariable = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'

interface MigrateOptions {
  /** Default: `DATABASE_URL`. */
  readonly variable?: AddressVariable
  /** Default: no log. */
  readonly log?: MigrationLog
  /** Default: `migrationWaits`. */
  readonly waits?: MigrationWaits
}

/**
 * Brings the schema up to date, with the owner's rights: applies every missing SQL file of `migrations/` in the
 * order of names, each in one transaction with its record. Several processes may call it at once, while others use
 * the database. It also makes the service's role with its rights. Refuses, before any change, a server older than
 * 15, a database that only newer versions may use, and a login that may not make the role. Refuses a migration that
 * gets no lock.
 */
export async function migrateDb(owner: Db, options: MigrateOptions = {}): Promise<void> {
  const { variable = 'DATABASE_URL', log = silent, waits = migrationWaits } = options
  await checkServer(owner, variable)
  const known = listKnownMigrations()
  const { required, additions, hasTable } = await listApplied(owner)
  const unknown = required.filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0) {
    throw new UnusableDatabase(
      `The database was made by a newer version of Qist (it has ${unknown.join(', ')}): start that one`,
    )
  }
  const hasRights = await prepareServiceRole(owner, variable === 'DATABASE_URL')
  const migrating = { owner, log, waits }
  if (!hasTable) await runAll(migrating, 'of the table of migrations', migrationsTable)
  for (const name of known) {
    if (!required.includes(name) && !additions.includes(name)) await applyMigration(migrating, readMigration(name))
  }
  if (!hasRights) await grantAnew(migrating, known)
}

const silent: MigrationLog = { warn: () => undefined }

/** Refuses a service's connection without the rights of its role, or to another database than the migrated one. */
export async function checkService(db: Db): Promise<void> {
  const role = await checkServer(db, 'DATABASE_URL')
  if (role !== serviceRole) {
    throw new UnusableDatabase(
      `DATABASE_URL makes the service work as ${role} and not as ${serviceRole}: leave options out of it, and have a pooler pass on the service's`,
    )
  }
  const { required, additions } = await listApplied(db)
  if (!listKnownMigrations().every((name) => required.includes(name) || additions.includes(name))) {
    throw new UnusableDatabase('MIGRATION_DATABASE_URL is the address of another database than DATABASE_URL')
  }
}

async function checkServer(db: Db, variable: AddressVariable): Promise<string | undefined> {
  const [server] = await db.run(getServer, {})
  const version = Math.floor((server?.version ?? 0) / 10_000)
  if (version < oldestServer) {
    throw new UnusableDatabase(`The database is PostgreSQL ${version}: Qist needs ${oldestServer} or newer`)
  }
  // Instants are read from text as UTC. A connection string with another time zone would shift them.
  if (server?.time_zone !== 'UTC') {
    throw new UnusableDatabase(`${variable} sets the time zone ${server?.time_zone}: leave it out, Qist works in UTC`)
  }
  return server?.role
}

// A database that was restored without grants, or before the role existed, gets the grants of the migrations again.
async function grantAnew(migrating: Migrating, names: readonly string[]): Promise<void> {
  const statements = names.flatMap((name) => readMigration(name).statements)
  const grants = statements.filter((statement) => /^(grant|revoke)\b/.test(statement))
  await runAll(migrating, 'of all grants', grants)
}

function runAll(migrating: Migrating, name: string, statements: readonly string[]): Promise<void> {
  return changeSchema(migrating, name, async (tx) => {
    for (const statement of statements) await tx.runText(statement)
  })
}
