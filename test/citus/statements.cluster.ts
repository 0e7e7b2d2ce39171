import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Column } from '../../src/platform/db/columns.ts'
import { sessionOptions } from '../../src/platform/db/connection.ts'
import { serviceLimits } from '../../src/platform/db/limits.ts'
import { openPlaces, type Place } from '../../src/platform/db/sharding/place-statement.ts'
import { loadShardMap, type Shard, type ShardMap } from '../../src/platform/db/sharding/shard-map.ts'
import { ofShard } from '../../src/platform/db/sharding/shard-statement.ts'
import { type Statement, statements } from '../../src/platform/db/statement.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { describeStatement } from '../support/describe-statement.ts'
import { hotStatements, notForCitus } from './hot-statements.ts'

const stores = globSync(['../../src/**/store.ts', '../../src/**/store/*.ts'], { cwd: import.meta.dirname })
for (const path of stores) {
  if (!path.endsWith('.test.ts')) await import(path)
}

let database: TestDatabase
let map: ShardMap
let places: ReturnType<typeof openPlaces>
const workers = new Map<number, pg.Client>()
before(async () => {
  database = await openTestDatabase()
  const found = await loadShardMap(database.db)
  assert.ok(found !== undefined, 'these tests want a cluster: npm run test:citus')
  map = found
  places = openPlaces(map)
  for (const { node } of map.shards) {
    if (workers.has(node.id)) continue
    const { host, port } = node
    const options = sessionOptions(serviceLimits, 'service')
    const client = new pg.Client({ ...database.connection, host, port, options } as pg.ClientConfig)
    await client.connect()
    workers.set(node.id, client)
  }
})
after(async () => {
  for (const client of workers.values()) await client.end()
  await database.close()
})

const all = (): Statement<never, unknown>[] => [...statements.values()]
const placeOf = (statement: Statement<never, unknown>): Place<unknown> =>
  places(statement, sampleParams(statement) as never)

/** For a statement on shards' own tables: one of those shards. */
function shardFor(statement: Statement<never, unknown>): Shard | undefined {
  const place = placeOf(statement)
  if (place === 'every shard' || place === 'anywhere') return map.shards[0]
  return typeof place === 'string' ? undefined : place[0]?.shard
}

test('a statement that runs in a shard has the types of a plain server, and reads only that shard', async () => {
  const different: string[] = []
  for (const statement of all()) {
    const shard = shardFor(statement)
    const client = shard && workers.get(shard.node.id)
    if (shard === undefined || client === undefined) continue
    await describeAndPlan(client, statement, shard).catch((error) =>
      different.push(`${statement.name}: ${error.message}`),
    )
  }
  assert.deepEqual(different, [])
})

async function describeAndPlan(client: pg.Client, statement: Statement<never, unknown>, shard: Shard): Promise<void> {
  const { text } = ofShard(statement, shard)
  const described = await describeStatement(client, text)
  const columns = Object.entries(statement.columns).map(([name, column]) => [name, column.pg])
  assert.deepEqual(described.columns, Object.fromEntries(columns))
  const lying = new Set(shard.tables.values())
  const params = statement.params.length > 0 ? `(${statement.params.map(() => 'null').join(', ')})` : ''
  await client.query('begin')
  try {
    if (statement.isReport) await client.query('set local plan_cache_mode = auto')
    await client.query(`prepare planned as ${text}`)
    const { rows } = await client.query(`explain (format json) execute planned${params}`)
    const plan = JSON.stringify(rows)
    assert.doesNotMatch(plan, /Citus/)
    for (const [, table = ''] of plan.matchAll(/"Relation Name":"(\w+)"/g)) {
      assert.ok(table.startsWith('pg_') || lying.has(table), `${table} does not lie there`)
    }
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

test('Citus runs the statements that are left to it', async () => {
  const options = sessionOptions(serviceLimits, 'service', 'free')
  const client = new pg.Client({ ...database.connection, options } as pg.ClientConfig)
  await client.connect()
  const refused: string[] = []
  for (const statement of all()) {
    if (placeOf(statement) !== 'coordinator' || notForCitus.includes(statement.name)) continue
    await runByCitus(client, statement).catch((error) => {
      if (ofCitus.includes(error.code)) refused.push(`${statement.name}: ${error.message}`)
    })
  }
  await client.end()
  assert.deepEqual(refused, [])
})

// Codes for "not supported", for wrong syntax in a rewritten statement, and for a missing table.
// Other errors come from the null parameters and not from Citus.
const ofCitus = ['0A000', '42601', '42P01']

async function runByCitus(client: pg.Client, statement: Statement<never, unknown>): Promise<void> {
  const params = statement.params.length > 0 ? `(${statement.params.map(() => 'null').join(', ')})` : ''
  await client.query('begin')
  try {
    await client.query(`prepare planned as ${statement.text}`)
    await client.query(`execute planned${params}`)
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

test('the statements of every call are one task on one shard', () => {
  const elsewhere = hotStatements.flatMap((name) => {
    const statement = statements.get(name)
    if (statement === undefined) return [`${name} is no statement`]
    const place = placeOf(statement)
    const tasks = typeof place === 'string' ? place : place.length
    return tasks === 1 ? [] : [`${name}: ${tasks}`]
  })
  assert.deepEqual(elsewhere, [])
})

const someMerchant = '018f3a52-0000-7000-8000-000000000001'

function sampleParams(statement: Statement<never, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(statement.params.map(([name, column]) => [name, sampleOf(column)]))
}

function sampleOf(column: Column<unknown>): unknown {
  if ('definition' in column) return [{ number: 0, merchant_id: someMerchant }]
  if (column.pg.startsWith('_')) return [someMerchant]
  return column.pg === 'uuid' ? someMerchant : 1
}
