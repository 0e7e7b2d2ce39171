import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { statements } from '../src/platform/db/statement.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { describeStatement } from './support/describe-statement.ts'

const stores = globSync(['../src/**/store.ts', '../src/**/store/*.ts'], { cwd: import.meta.dirname })
for (const path of stores) {
  if (!path.endsWith('.test.ts')) await import(path)
}

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await openTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
after(async () => {
  await client.end()
  await database.close()
})

test('the list of statements is not empty', () => {
  assert.ok(statements.size > 10, `${statements.size} in ${stores.join(', ')}`)
})

for (const statement of statements.values()) {
  test(`${statement.name} has the declared parameters and columns`, async () => {
    const described = await describeStatement(client, statement.text)
    const columns = Object.entries(statement.columns).map(([name, column]) => [name, column.pg])
    const params = statement.params.map(([, column], index) => widen(column.pg, described.params[index]))
    assert.deepEqual(described.params, params)
    assert.deepEqual(described.columns, Object.fromEntries(columns))
  })
}

test("the service's role may run every statement except those of migrations", async () => {
  const refused: string[] = []
  for (const { name, text } of statements.values()) {
    // Permissions are checked when a plan is shown, before anything is executed.
    await database.db
      .runText(`explain (generic_plan) ${text}`)
      .catch((error) => refused.push(`${name}: ${error.message}`))
  }
  const ofMigrations = ['save_migration', 'save_addition', 'require_additions']
  assert.deepEqual(
    refused,
    ofMigrations.map((name) => `${name}: permission denied for table migrations`),
  )
})

test('a statement that does not fit the schema or its declaration is found', async () => {
  await assert.rejects(describeStatement(client, 'select nothing_like_it from payments'), /does not exist/)
  assert.deepEqual(await describeStatement(client, 'select 1::int8 as one, null::json[] as many where $1 = now()'), {
    params: ['timestamptz'],
    columns: { one: 'int8', many: '_json' },
  })
})

// `limit $1` is an int8 and a count is a number here: every int4 fits.
function widen(declared: string, taken: string | undefined): string {
  return declared === 'int4' && taken === 'int8' ? 'int8' : declared
}
