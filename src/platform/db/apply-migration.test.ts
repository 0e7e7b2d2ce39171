import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { holdRows } from '../../../testkit/held-rows.ts'
import { retry } from '../../../testkit/timeouts.ts'
import { applyMigration } from './apply-migration.ts'
import { type Db, openDb } from './db.ts'
import type { MigrationWaits } from './limits.ts'
import { migrateDb } from './migrate.ts'
import { parseMigration } from './migration-files.ts'
import { listApplied } from './migration-records.ts'
import { UnusableDatabase } from './unusable.ts'

const shortWaits: MigrationWaits = { lockMs: 200, firstPauseMs: 100, maxPauseMs: 100, inAllMs: 600 }
const longWaits: MigrationWaits = { ...shortWaits, inAllMs: 120_000 }
const addColumn = (name: string) => `alter table payments add column ${name} text;\n`
const addIndex =
  '-- Outside of a transaction.\ncreate index concurrently later_index on payments (merchant_id, status);\n'

let database: TestDatabase
let owner: Db
const warnings: { details: object; message: string }[] = []
const log = { warn: (details: object, message: string) => void warnings.push({ details, message }) }
before(async () => {
  database = await openTestDatabase()
  owner = openDb({ connection: database.connection, connections: 2, rights: 'owner' })
})
after(async () => {
  await owner.close()
  await database.close()
})

const apply = (name: string, sql: string, waits = longWaits) =>
  applyMigration({ owner, log, waits }, parseMigration(name, sql))
const hold = () =>
  holdRows({ ...database.connection, application_name: 'a report' }, 'select from pg_class, payments limit 1')
const validIndexes = async (): Promise<number> =>
  (await database.query(`select from pg_index where indexrelid = 'later_index'::regclass and indisvalid`)).length

test('a migration that waits for a lock lets calls pass, is retried, and is logged once', async () => {
  const held = await hold()
  const applied = apply('9001-column.sql', addColumn('later_1'))
  for (let tries = 1; tries <= 2; tries += 1) {
    await retry('it waits', async () => (await held.waiting()).length > 0, { pauseMs: 1 })
    await retry('it lets go', async () => (await held.waiting()).length === 0, { pauseMs: 1, timeoutMs: 20_000 })
    await database.query('select from payments')
  }
  await held.release()
  await applied
  assert.equal((await database.query('select later_1 from payments')).length, 0)
  assert.equal(warnings.length, 1)
  assert.match(JSON.stringify(warnings[0]), /"migration":"9001-column.sql","holders":\["pid \d+ \(.*a report\)"\]/)
})

test('a migration that gets no lock fails in one line that names the holder, and changes nothing', async () => {
  const held = await hold()
  await assert.rejects(apply('9002-column.sql', addColumn('later_2'), shortWaits), (error) => {
    assert.ok(error instanceof UnusableDatabase)
    assert.match(error.message, /^The migration 9002-column\.sql got no lock in 1 s \(in the way: pid \d+ .*a report/)
    return true
  })
  await held.release()
  assert.ok(!(await listApplied(owner)).additions.includes('9002-column.sql'))
  await apply('9002-column.sql', addColumn('later_2'))
})

test('an index is built outside of a transaction during writes, also after a half-built one', async () => {
  // The half-built index of a killed process.
  await database.query('create index later_index on payments (merchant_id)')
  await database.query(`update pg_index set indisvalid = false where indexrelid = 'later_index'::regclass`)
  const writing = await holdRows(database.connection, 'lock table payments in row exclusive mode')
  const others = openDb({ connection: database.connection, connections: 2, rights: 'owner' })
  const applied = Promise.all([
    apply('9003-index.sql', addIndex),
    applyMigration({ owner: others, log, waits: longWaits }, parseMigration('9003-index.sql', addIndex)),
  ])
  await retry('it waits for who writes', async () => (await writing.waiting()).length > 0)
  await retry('it says so', () =>
    warnings.some(({ message }) => message === 'an index is made, or waits for older transactions'),
  )
  // Other connections write meanwhile.
  await database.query('delete from payments where false')
  await writing.release()
  await applied.finally(() => others.close())
  assert.equal(await validIndexes(), 1)
  const { additions } = await listApplied(owner)
  assert.deepEqual(
    additions.filter((name) => name > '9'),
    ['9001-column.sql', '9002-column.sql', '9003-index.sql'],
  )
})

test('a version runs on a database with later additions, and refuses one with later removals', async () => {
  await migrateDb(owner)
  await apply('9004-names.sql', 'alter table payments add column later_4 text;\n')
  await apply(
    '9005-taken.sql',
    '-- Requires 9004-names.sql: later_2 is no longer read.\nalter table payments drop column later_2;\n',
  )
  const { required, additions } = await listApplied(owner)
  assert.deepEqual(required.filter((name) => name > '9').sort(), [
    '9001-column.sql',
    '9002-column.sql',
    '9003-index.sql',
    '9004-names.sql',
  ])
  assert.deepEqual(additions, ['9005-taken.sql'])
  await assert.rejects(migrateDb(owner), /newer version.*9004-names\.sql/)
})
