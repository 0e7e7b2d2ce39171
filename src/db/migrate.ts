import { readdirSync, readFileSync } from 'node:fs'
import { int4, text } from './columns.ts'
import type { Db, Tx } from './db.ts'
import { longWork } from './limits.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

const oldestServer = 15
const files = new URL('./migrations/', import.meta.url)

const getServer = defineStatement(
  'get_server',
  {},
  { version: int4, time_zone: text },
  `select current_setting('server_version_num')::int4 as version, current_setting('TimeZone') as time_zone`,
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

/**
 * Brings the schema up to date: every SQL file of `migrations/` that the database has not seen, in the order of names, each in
 * one transaction with its row in `migrations`. Any number of processes may do so at once. Refuses, before it changes anything,
 * a server older than 15 and a database that has migrations this version does not know.
 */
export async function migrateDb(db: Db): Promise<void> {
  await checkServer(db)
  const known = readdirSync(files).filter((name) => name.endsWith('.sql'))
  const applied = await listApplied(db)
  const unknown = applied.filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0) {
    throw new UnusableDatabase(
      `The database was made by a newer version of Qist (it has ${unknown.join(', ')}): start that one`,
    )
  }
  for (const name of known.sort()) {
    if (!applied.includes(name)) await applyMigration(db, name)
  }
}

async function checkServer(db: Db): Promise<void> {
  const [server] = await db.run(getServer, {})
  const version = Math.floor((server?.version ?? 0) / 10_000)
  if (version < oldestServer) {
    throw new UnusableDatabase(`The database is PostgreSQL ${version}: Qist needs ${oldestServer} or newer`)
  }
  // Instants are read from text that is taken to be UTC, so a connection string that sets another zone would shift them.
  if (server?.time_zone !== 'UTC') {
    throw new UnusableDatabase(`DATABASE_URL sets the time zone ${server?.time_zone}: leave it out, Qist works in UTC`)
  }
}

async function listApplied(db: Db): Promise<string[]> {
  if ((await db.run(findMigrationsTable, {})).length === 0) {
    await db.transaction(async (tx) => {
      await lock(tx)
      await tx.runText('create table if not exists migrations (name text primary key)')
    }, longWork.migrationMs)
  }
  return (await db.run(listMigrations, {})).map((row) => row.name)
}

async function applyMigration(db: Db, name: string): Promise<void> {
  const sql = readFileSync(new URL(name, files), 'utf8')
  await db.transaction(async (tx) => {
    await lock(tx)
    if ((await tx.run(findMigration, { name })).length > 0) return
    for (const statement of statementsOf(sql)) await tx.runText(statement)
    await tx.run(saveMigration, { name })
  }, longWork.migrationMs)
}

/**
 * The statements of a migration, each to be sent by itself, as sharded engines and poolers want it. One ends with a semicolon at the end
 * of a line; a line of its own is a comment from `--` on.
 */
export function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

// Held until the transaction's end, so it needs no session of its own and works behind a transaction pooler too.
function lock(tx: Tx): Promise<void> {
  return tx.runText(`select pg_advisory_xact_lock(1904, 2)`)
}
