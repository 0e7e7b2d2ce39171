import { readdirSync, readFileSync } from 'node:fs'
import { int4, text } from './columns.ts'
import { serviceRole } from './connection.ts'
import type { Db, Tx } from './db.ts'
import { longWork } from './limits.ts'
import { prepareServiceRole } from './service-role.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

const oldestServer = 15
const files = new URL('./migrations/', import.meta.url)

const getServer = defineStatement(
  'get_server',
  {},
  { version: int4, time_zone: text, role: text },
  `select current_setting('server_version_num')::int4 as version, current_setting('TimeZone') as time_zone,
     current_user::text as role`,
)
const findMigrationsTable = defineStatement(
  'find_migrations_table',
  {},
  { name: text },
  `select relname::text as name from pg_class where oid = to_regclass('migrations')`,
)
const listMigrations = defineStatement('list_migrations', {}, { name: text }, 'select name from migrations')
const findMigration = defineStatement(
  'find_migration',
  { name: text },
  { name: text },
  'select name from migrations where name = :name',
)
const saveMigration = defineStatement(
  'save_migration',
  { name: text },
  {},
  'insert into migrations (name) values (:name)',
)

/** Which variable an address of the database is from. */
export type AddressVariable = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'

/**
 * Brings the schema up to date, with the owner's rights: every SQL file of `migrations/` that the database has not seen, in the order of
 * names, each in one transaction with its row in `migrations`. Any number of processes may do so at once. The role that the
 * service works as is there then, and has its rights. Refuses, before it changes anything, a server older than 15, a database that has
 * migrations this version does not know, and a login that may not make the role.
 */
export async function migrateDb(owner: Db, variable: AddressVariable = 'DATABASE_URL'): Promise<void> {
  await checkServer(owner, variable)
  const known = listKnownMigrations()
  const applied = await listApplied(owner)
  const unknown = applied.filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0) {
    throw new UnusableDatabase(
      `The database was made by a newer version of Qist (it has ${unknown.join(', ')}): start that one`,
    )
  }
  const hasRights = await prepareServiceRole(owner, variable === 'DATABASE_URL')
  if (applied.length === 0) await createMigrationsTable(owner)
  for (const name of known) {
    if (!applied.includes(name)) await applyMigration(owner, name)
  }
  if (!hasRights) await grantAnew(owner, known)
}

/** Refuses a connection of the service's that has other rights than its role, and one to another database than was migrated. */
export async function checkService(db: Db): Promise<void> {
  const role = await checkServer(db, 'DATABASE_URL')
  if (role !== serviceRole) {
    throw new UnusableDatabase(
      `DATABASE_URL makes the service work as ${role} and not as ${serviceRole}: leave options out of it, and have a pooler pass on the service's`,
    )
  }
  const applied = await listApplied(db)
  if (!listKnownMigrations().every((name) => applied.includes(name))) {
    throw new UnusableDatabase('MIGRATION_DATABASE_URL is the address of another database than DATABASE_URL')
  }
}

async function checkServer(db: Db, variable: AddressVariable): Promise<string | undefined> {
  const [server] = await db.run(getServer, {})
  const version = Math.floor((server?.version ?? 0) / 10_000)
  if (version < oldestServer) {
    throw new UnusableDatabase(`The database is PostgreSQL ${version}: Qist needs ${oldestServer} or newer`)
  }
  // Instants are read from text that is taken to be UTC, so a connection string that sets another zone would shift them.
  if (server?.time_zone !== 'UTC') {
    throw new UnusableDatabase(`${variable} sets the time zone ${server?.time_zone}: leave it out, Qist works in UTC`)
  }
  return server?.role
}

/** The names of all migrations of this version, oldest first. */
export function listKnownMigrations(): string[] {
  return readdirSync(files)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

async function listApplied(db: Db): Promise<string[]> {
  if ((await db.run(findMigrationsTable, {})).length === 0) return []
  return (await db.run(listMigrations, {})).map((row) => row.name)
}

async function createMigrationsTable(owner: Db): Promise<void> {
  await owner.transaction(async (tx) => {
    await lock(tx)
    await tx.runText('create table if not exists migrations (name text primary key)')
  }, longWork.migrationMs)
}

async function applyMigration(owner: Db, name: string): Promise<void> {
  await owner.transaction(async (tx) => {
    await lock(tx)
    if ((await tx.run(findMigration, { name })).length > 0) return
    for (const statement of readStatements(name)) await tx.runText(statement)
    await tx.run(saveMigration, { name })
  }, longWork.migrationMs)
}

// A database that was restored without its grants, or before the role was there, gets them as the migrations gave them.
async function grantAnew(owner: Db, names: readonly string[]): Promise<void> {
  const grants = names.flatMap(readStatements).filter((statement) => /^(grant|revoke)\b/.test(statement))
  await owner.transaction(async (tx) => {
    await lock(tx)
    for (const grant of grants) await tx.runText(grant)
  }, longWork.migrationMs)
}

function readStatements(name: string): string[] {
  return statementsOf(readFileSync(new URL(name, files), 'utf8'))
}

/**
 * The statements of a migration, each to be sent by itself, as sharded engines and poolers want it. One ends with a semicolon at the end
 * of a line that is not within `$$ … $$`, the body of a function; a line of its own is a comment from `--` on.
 */
export function statementsOf(sql: string): string[] {
  const hidden = sql.replaceAll(/^\s*--.*$/gm, '').replaceAll(functionBody, (body) => body.replaceAll(';', noSemicolon))
  return hidden
    .split(/;\s*$/m)
    .map((statement) => statement.trim().replaceAll(noSemicolon, ';'))
    .filter((statement) => statement !== '')
}

const functionBody = /\$\$.*?\$\$/gs
const noSemicolon = '\u0000'

// Held until the transaction's end, so it needs no session of its own and works behind a transaction pooler too.
function lock(tx: Tx): Promise<void> {
  return tx.runText(`select pg_advisory_xact_lock(1904, 2)`)
}
