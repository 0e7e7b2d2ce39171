import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { text } from './columns.ts'
import { type Db, openDb } from './db.ts'
import { migrateDb } from './migrate.ts'
import { statementsOf } from './migration-files.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

let database: TestDatabase
let owner: Db
before(async () => {
  database = await openTestDatabase()
  owner = openDb({ connection: database.connection, connections: 4, rights: 'owner' })
})
after(async () => {
  await owner.close()
  await database.close()
})

const listTables = defineStatement(
  'test_list_tables',
  {},
  { name: text },
  `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
)

test('a second migration changes nothing', async () => {
  const before = await owner.run(listTables, {})
  await migrateDb(owner)
  assert.deepEqual(await owner.run(listTables, {}), before)
  assert.ok(before.some((table) => table.name === 'payments'))
})

test('several processes migrate one empty database at once: each migration runs once', async () => {
  await emptyDatabase()
  const others = Array.from({ length: 4 }, () =>
    openDb({ connection: database.connection, connections: 2, rights: 'owner' }),
  )
  await Promise.all(others.map((db) => migrateDb(db))).finally(() => Promise.all(others.map((db) => db.close())))
  const tables = (await owner.run(listTables, {})).map((table) => table.name)
  assert.ok(tables.includes('migrations') && tables.includes('payments'))
})

test('a migration that fails changes nothing, and the next start continues with it', async () => {
  await emptyDatabase()
  await owner.runText('create table payments (in_the_way text)')
  await assert.rejects(migrateDb(owner), /already exists/)
  await owner.runText('drop table payments')
  await migrateDb(owner)
})

test('a database of a newer version is refused in one line that names the unknown migrations', async () => {
  await owner.runText(`insert into migrations values ('9999-from-the-future.sql')`)
  await assert.rejects(migrateDb(owner), (error) => {
    assert.ok(error instanceof UnusableDatabase)
    assert.match(error.message, /^[^\n]*newer version[^\n]*9999-from-the-future\.sql[^\n]*$/)
    return true
  })
  await owner.runText(`delete from migrations where name like '9999%'`)
})

test('a server older than 15 is refused in one line', async () => {
  const old: Db = { ...owner, run: async () => [{ version: 140_012, time_zone: 'UTC' }] as never }
  await assert.rejects(migrateDb(old), {
    name: 'UnusableDatabase',
    message: 'The database is PostgreSQL 14: Qist needs 15 or newer',
  })
})

test('a connection with a forced time zone is refused', async () => {
  const name = database.connection.database
  const abroad = openDb({
    connection: { connectionString: `${database.url}&options=-c%20TimeZone%3DAsia/Dubai` },
    connections: 1,
    rights: 'owner',
  })
  await assert.rejects(
    migrateDb(abroad).finally(() => abroad.close()),
    /Asia\/Dubai/,
    name,
  )
})

test('a migration is sent statement by statement', () => {
  const sql = "-- One; two;\ncreate table a (\n  -- What it is; really.\n  word text default ';'\n);\n\ndrop table a;\n"
  assert.deepEqual(statementsOf(sql), ["create table a (\n\n  word text default ';'\n)", 'drop table a'])
  const body = 'as $$\nbegin\n  return null;\nend $$'
  assert.deepEqual(statementsOf(`create function a() ${body};\n\ncreate function b() ${body};\n`), [
    `create function a() ${body}`,
    `create function b() ${body}`,
  ])
  for (const path of globSync('migrations/*.sql', { cwd: import.meta.dirname })) {
    const statements = statementsOf(readFileSync(`${import.meta.dirname}/${path}`, 'utf8'))
    assert.ok(statements.length > 0, path)
    for (const statement of statements.map((text) => text.replaceAll(/\$\$.*?\$\$/gs, '')))
      assert.match(statement, /^(create|alter|drop|insert|update|delete|with|grant|revoke|set local)\b[^;]*$/, path)
  }
})

function emptyDatabase(): Promise<void> {
  return owner.runText('drop schema public cascade; create schema public')
}
