import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { openDb } from './db.ts'
import { migrateDb } from './migrate.ts'
import { openDatabase } from './open.ts'

const log = { info: () => undefined, warn: () => undefined }
const denied = { code: '42501' }

let database: TestDatabase
before(async () => {
  database = await openTestDatabase({ connections: 2 })
})
after(() => database.close())

const addEntry = `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
  values (gen_random_uuid(), gen_random_uuid(), 1, 'cash', 'capture', 'AED', 100, now())`
const changes = [
  'update ledger_entries set amount_minor = 200',
  'delete from ledger_entries',
  'truncate ledger_entries',
]

test('the service inserts ledger rows and cannot change them, with any setting of its session', async () => {
  await database.db.runText(addEntry)
  for (const change of changes) {
    await assert.rejects(database.db.runText(change), denied, change)
    await assert.rejects(database.db.runText(`reset role; reset all; ${change}`), denied, change)
  }
  assert.deepEqual(await database.query('select amount_minor from ledger_entries'), [{ amount_minor: '100' }])
})

test('the owner can change ledger rows', async () => {
  for (const change of changes) await database.query(`begin; ${addEntry}; ${change}; rollback`)
})

test('the service cannot change tables or grants, and cannot record a migration', async () => {
  const forbidden = [
    'alter table ledger_entries disable trigger all',
    'alter table payments add column more text',
    'drop table ledger_entries',
    'create table more (word text)',
    'create trigger more before insert on ledger_entries execute function suppress_redundant_updates_trigger()',
    `insert into migrations (name) values ('9999-from-the-future.sql')`,
    'delete from migrations',
    'truncate payments',
  ]
  for (const statement of forbidden) await assert.rejects(database.db.runText(statement), denied, statement)
  // A grant that is not allowed is no failure: the server warns, and grants nothing.
  await database.db.runText('grant update on ledger_entries to public').catch(() => undefined)
  await assert.rejects(database.db.runText(changes[0] ?? ''), denied)
})

/** The service's rights on each table, in words. */
async function listRights(): Promise<Record<string, string>> {
  const rows = await database.query(
    `select tablename as name, coalesce((
       select string_agg(lower(privilege_type), ', ' order by privilege_type) from aclexplode(class.relacl)
       where grantee = 'qist_service'::regrole
     ), '') as rights
     from pg_tables join pg_class as class on class.oid = tablename::regclass where schemaname = 'public'`,
  )
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))
}

// The migration that makes a table also grants it. A new append-only table belongs here.
const others: Readonly<Record<string, string>> = {
  production_use: 'insert, select',
  ledger_entries: 'insert, select',
  ledger_seals: 'insert, select',
  settlement_lines: 'insert, select',
  settlements: 'insert, select',
  payout_settlements: 'insert, select',
  activities: 'insert, select',
  responsibilities: 'insert, select',
  // And `valid_until`; of activities: `details`.
  signing_keys: 'insert, select',
  unsealed_entries: 'delete, insert, select',
  payment_search_terms: 'delete, insert, select',
  ledger_chains: 'insert, select, update',
  payouts: 'insert, select, update',
  migrations: 'select',
  // A version without such a role made these tables.
  code_messages: '',
}

test('the service may use the rows of every table, and only insert into append-only tables', async () => {
  const rights = await listRights()
  for (const [table, granted] of Object.entries(rights))
    assert.equal(granted, others[table] ?? 'delete, insert, select, update', table)
})

test('a database that was restored without grants has them again at the next start', async () => {
  const before = await listRights()
  await database.query(`revoke all on all tables in schema public from qist_service`)
  await assert.rejects(database.db.runText(addEntry), denied)
  const owner = openDb({ connection: database.connection, connections: 1, rights: 'owner' })
  await migrateDb(owner).finally(() => owner.close())
  assert.deepEqual(await listRights(), before)
  await database.db.runText(addEntry)
})

test('an address with a role of another user is refused in one line', async () => {
  const databaseUrl = `${database.url}&options=-c%20search_path%3Dpublic%20-c%20TimeZone%3DUTC`
  await assert.rejects(openDatabase({ databaseUrl, dataDir: '' }, log), {
    name: 'UnusableDatabase',
    message: `DATABASE_URL makes the service work as ${database.connection.user} and not as qist_service: leave options out of it, and have a pooler pass on the service's`,
  })
})

test('two addresses that name different databases are refused in one line', async () => {
  const other = await openTestDatabase({ connections: 1 })
  await other.query('drop schema public cascade; create schema public')
  const config = { databaseUrl: other.url, migrationDatabaseUrl: database.url, dataDir: '' }
  await assert.rejects(openDatabase(config, log), {
    name: 'UnusableDatabase',
    message: 'MIGRATION_DATABASE_URL is the address of another database than DATABASE_URL',
  })
  await other.close()
})
