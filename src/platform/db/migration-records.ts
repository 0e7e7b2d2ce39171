import { array, bool, text } from './columns.ts'
import type { Queryable, Tx } from './db.ts'
import type { Migration } from './migration-files.ts'
import { defineStatement } from './statement.ts'

const findMigrationsTable = defineStatement(
  'find_migrations_table',
  {},
  { has_additions: bool },
  `select exists (
     select from pg_attribute where attrelid = pg_class.oid and attname = 'additions' and not attisdropped
   ) as has_additions
   from pg_class where oid = to_regclass('migrations')`,
)
const listRequired = defineStatement('list_required_migrations', {}, { name: text }, 'select name from migrations')
const listAdditions = defineStatement(
  'list_additions',
  {},
  { additions: array(text) },
  `select additions from migrations where additions <> '{}'`,
)
const saveMigration = defineStatement(
  'save_migration',
  { name: text },
  {},
  'insert into migrations (name) values (:name)',
)
const saveAddition = defineStatement(
  'save_addition',
  { name: text },
  {},
  `update migrations set additions = additions || :name::text
   where name = (select max(name collate "C") from migrations)`,
)
const requireAdditions = defineStatement(
  'require_additions',
  { name: text },
  {},
  `with kept as (
     update migrations set additions = array(select one from unnest(additions) as one where one collate "C" > :name)
     where additions <> '{}'
   )
   insert into migrations (name)
   select one from migrations, unnest(additions) as one where one collate "C" <= :name`,
)

/** The migrations of a database. */
export interface AppliedMigrations {
  /** A version that does not know one of these must not use the database. */
  readonly required: readonly string[]
  /** Migrations that only add: a version need not know them. */
  readonly additions: readonly string[]
  /** Whether the table of migrations exists. */
  readonly hasTable: boolean
}

/** Reads the migrations of the database, with the rights of the service or of the owner. */
export async function listApplied(db: Queryable): Promise<AppliedMigrations> {
  const [table] = await db.run(findMigrationsTable, {})
  if (table === undefined) return { required: [], additions: [], hasTable: false }
  const required = (await db.run(listRequired, {})).map(({ name }) => name)
  // 0.1.0 has no such column, and reads only the names.
  if (!table.has_additions) return { required, additions: [], hasTable: false }
  const additions = (await db.run(listAdditions, {})).flatMap((row) => row.additions)
  return { required, additions, hasTable: true }
}

/** Statements that make the table, or extend the one of 0.1.0. A second run changes nothing. */
export const migrationsTable: readonly string[] = [
  'create table if not exists migrations (name text primary key)',
  `alter table migrations add column if not exists additions text[] not null default '{}'`,
]

/** Stores an applied migration, and which migrations a version must know from now on. */
export async function saveApplied(tx: Tx, { name, isAddition, requires }: Migration): Promise<void> {
  await tx.run(isAddition ? saveAddition : saveMigration, { name })
  if (requires !== undefined) await tx.run(requireAdditions, { name: requires })
}
