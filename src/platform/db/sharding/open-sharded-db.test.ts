import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { batchCalls } from '../batch-calls.ts'
import { int4, records, text, uuid } from '../columns.ts'
import type { Db } from '../db.ts'
import { defineStatement } from '../statement.ts'
import { onEachShard } from './each-shard.ts'
import { hashOfMerchant } from './hash-merchant.ts'
import { openShardedDb } from './open-sharded-db.ts'
import { loadShardMap } from './shard-map.ts'
import { findCitus, listParts, type Part } from './store.ts'

// Without Citus: each shard's tables are in one plain database. A test decides how often the guard of a shard
// fails.

const mark = records({ merchant_id: uuid, word: text })
const addMarks = defineStatement(
  'test_add_marks',
  { marks: mark },
  { word: text },
  `insert into marks (merchant_id, word)
   select merchant_id, word from json_to_recordset(:marks) as mark (${mark.definition}) returning word`,
)
const takeMarks = onEachShard(
  defineStatement(
    'test_take_marks',
    { limit: int4 },
    { word: text },
    'delete from marks where word in (select word from marks order by word limit :limit) returning word',
  ),
)

const merchants = Array.from({ length: 40 }, (_, number) => `00000000-0000-4000-8000-0000000000${number + 10}`)
const byHash = merchants.toSorted((a, b) => hashOfMerchant(a) - hashOfMerchant(b))
const [lowest = '', low = ''] = byHash
const high = byHash.at(-1) ?? ''
const marksOf = (...ids: string[]) => ids.map((merchant_id) => ({ merchant_id, word: wordOf(merchant_id) }))
const wordOf = (id: string): string => (id === lowest ? 'lowest' : id === low ? 'low' : 'high')

/** The shard's number, and the lowest of its hashes. */
type Cut = readonly [shard: number, from: number]
const twoShards: readonly Cut[] = [
  [1, -(2 ** 31)],
  [2, 0],
]
const divided: readonly Cut[] = [
  [3, -(2 ** 31)],
  [4, hashOfMerchant(low)],
  [2, 0],
]

function partsOf(cuts: readonly Cut[]): Part[] {
  return cuts.flatMap(([shard, hash_from], index) => {
    const hash_to = (cuts[index + 1]?.[1] ?? 2 ** 31) - 1
    const node = { node_id: shard, host: `node-${shard}`, port: 5432 }
    const tables = ['payments', 'marks', 'ledger_chains']
    return tables.map((table_name): Part => {
      return { table_name, by_merchant: true, shard_id: BigInt(shard), hash_from, hash_to, ...node }
    })
  })
}

let database: TestDatabase
let cuts: readonly Cut[]
let db: Db

before(async () => {
  database = await openTestDatabase()
  const numbers = [1, 2, 3, 4]
  const shards = numbers.map(
    (shard) => `create table marks_${shard} (merchant_id uuid, word text);
      create table ledger_chains_${shard} (merchant_id uuid not null);
      create sequence tries_of_${shard}`,
  )
  await database.query(`${shards.join(';')};
    create table marks (merchant_id uuid, word text);
    create table troubles (shard bigint, code text, tries int);
    create function qist_hold_shard(of_shard bigint) returns boolean language plpgsql as $$
    declare tried bigint := nextval('tries_of_' || of_shard); trouble record;
    begin
      select * into trouble from troubles where troubles.shard = of_shard;
      if tried <= trouble.tries then raise exception 'trouble in shard %', of_shard using errcode = trouble.code; end if;
      return true;
    end $$;
    grant all on all tables in schema public to qist_service; grant all on all sequences in schema public to qist_service`)
})
beforeEach(async () => {
  const all = ['marks', 'marks_1', 'marks_2', 'marks_3', 'marks_4', 'troubles'].map((name) => `delete from ${name}`)
  const sequences = [1, 2, 3, 4].map((shard) => `alter sequence tries_of_${shard} restart`)
  await database.query([...all, ...sequences].join(';'))
  cuts = twoShards
  const run = async (statement: { readonly name: string }, params: unknown) => {
    if (statement.name === findCitus.name) return [{ version: '13', is_divided: true }]
    if (statement.name === listParts.name) return partsOf(cuts)
    return database.db.run(statement as never, params as never)
  }
  const coordinator = { ...database.db, run: run as Db['run'] }
  const map = (await loadShardMap(coordinator)) ?? assert.fail('there are shards')
  db = openShardedDb({ map, coordinator, openNode: () => database.db })
})
after(() => database.close())

/** The first errors of the guard of a shard. */
const trouble = (shard: number, code: string, tries: number) =>
  database.query(`insert into troubles values (${shard}, '${code}', ${tries})`)

/** The written rows as `table: words`, without empty tables. */
async function written(): Promise<string[]> {
  const tables = ['marks', 'marks_1', 'marks_2', 'marks_3', 'marks_4']
  const select = tables.map((name) => `select '${name}' as part, word from ${name}`).join(' union all ')
  const rows = await database.query(
    `select part || ': ' || string_agg(word, ' ' order by word) as found from (${select}) as each group by part order by 1`,
  )
  return rows.map(({ found }) => String(found))
}

test('a deadlock in one shard: its part runs again, and no other part does', async () => {
  await trouble(2, '40P01', 2)
  const rows = await db.run(addMarks, { marks: marksOf(lowest, low, high) })
  assert.deepEqual(rows.map(({ word }) => word).sort(), ['high', 'low', 'lowest'])
  assert.deepEqual(await written(), ['marks_1: low lowest', 'marks_2: high'])
})

test('a split shard: its part runs on its halves, and no other part runs again', async () => {
  await trouble(1, 'QS001', 9)
  cuts = divided
  const rows = await db.run(addMarks, { marks: marksOf(lowest, low, high) })
  assert.deepEqual(rows.map(({ word }) => word).sort(), ['high', 'low', 'lowest'])
  assert.deepEqual(await written(), ['marks_2: high', 'marks_3: lowest', 'marks_4: low'])
})

test('one shard wrote and another refused: the calls are not run again one by one', async () => {
  const add = batchCalls({ maxBatchSize: 10, maxInFlight: 1 }, async (ids: readonly string[]) => {
    await db.run(addMarks, { marks: marksOf(...ids) })
    return ids
  })
  await trouble(2, '23514', 1)
  for (const answer of await Promise.allSettled([low, high].map(add))) {
    assert.equal(answer.status, 'rejected')
    assert.match(String(answer.reason), /some shards have written their part of it: trouble in shard 2/)
  }
  assert.deepEqual(await written(), ['marks_1: low'])
})

test('all shards refused: the caller receives the reason, and each call runs alone', async () => {
  const add = batchCalls({ maxBatchSize: 10, maxInFlight: 1 }, async (ids: readonly string[]) => {
    await db.run(addMarks, { marks: marksOf(...ids) })
    return ids
  })
  await trouble(1, '23514', 1)
  await trouble(2, '23514', 1)
  await Promise.all([low, high].map(add))
  assert.deepEqual(await written(), ['marks_1: low', 'marks_2: high'])
})

test('a failing shard: the rows of the shards before it are returned, and without rows its error is thrown', async () => {
  await db.run(addMarks, { marks: marksOf(lowest, low, high) })
  await trouble(2, '57014', 99)
  // Each round starts with another shard, the first round with the second shard.
  await assert.rejects(db.run(takeMarks, { limit: 9 }), { code: '57014' })
  assert.deepEqual((await db.run(takeMarks, { limit: 9 })).map(({ word }) => word).sort(), ['low', 'lowest'])
  assert.deepEqual(await written(), ['marks_2: high'])
})

test('a transaction starts again on the node of all its statements, even if its work ignores the error', async () => {
  const answer = await db.transaction(async (tx) => {
    await tx.run(addMarks, { marks: marksOf(low) })
    await tx.run(addMarks, { marks: marksOf(high) }).catch(() => undefined)
    return 'saved'
  })
  assert.deepEqual([answer, await written()], ['saved', ['marks: high low']])
})
