import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sandboxSetting } from '../../src/platform/db/connection.ts'
import { emptied, excused, marked } from '../../testkit/sandbox-tables.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('each table is in one list of what `production prepare` does with it', async () => {
  const rows = await database.query(
    `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const known = [...Object.keys(marked), ...emptied, ...Object.keys(excused)]
  assert.deepEqual(known.toSorted(), rows.map(({ name }) => String(name)).toSorted())
})

test('marked tables mark the rows that a sandbox inserts, by default', async () => {
  const rows = await database.query(
    `select attrelid::regclass::text as name from pg_attribute
     join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attname = 'in_sandbox' and pg_get_expr(adbin, adrelid) like '%${sandboxSetting}%'`,
  )
  // People have the mark in `origin`.
  const expected = Object.keys(marked).filter((name) => !['persons', 'agents'].includes(name))
  assert.deepEqual(rows.map(({ name }) => String(name)).toSorted(), expected.toSorted())
})
