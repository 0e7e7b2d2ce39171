import assert from 'node:assert/strict'
import { test } from 'node:test'
import { int4, records, text, uuid } from '../columns.ts'
import { defineStatement } from '../statement.ts'
import { onEachShard } from './each-shard.ts'
import { hashOfMerchant } from './hash-merchant.ts'
import { openPlaces } from './place-statement.ts'
import type { Shard, ShardMap } from './shard-map.ts'

const shardFrom = (id: number, from: number, to: number): Shard => ({
  id,
  node: { id, host: 'worker', port: id },
  from,
  to,
  tables: new Map(),
})
const map: ShardMap = {
  shards: [shardFrom(1, -(2 ** 31), -1), shardFrom(2, 0, 2 ** 31 - 1)],
  tables: new Map([
    ['payments', 'by merchant'],
    ['charges', 'by merchant'],
    ['merchants', 'on every node'],
  ]),
}
const placeOf = openPlaces(map)

const merchants = Array.from({ length: 20 }, (_, number) => `00000000-0000-4000-8000-0000000000${number + 10}`)
const inFirst = merchants.find((id) => hashOfMerchant(id) < 0) ?? ''
const inSecond = merchants.find((id) => hashOfMerchant(id) >= 0) ?? ''

const find = defineStatement(
  'test_find',
  { merchantId: uuid },
  { id: uuid },
  'select id from payments where merchant_id = :merchantId',
)

test("a statement with a merchant runs in the merchant's shard", () => {
  assert.deepEqual(placeOf(find, { merchantId: inFirst }), [{ shard: map.shards[0], params: { merchantId: inFirst } }])
  assert.deepEqual(placeOf(find, { merchantId: inSecond }), [
    { shard: map.shards[1], params: { merchantId: inSecond } },
  ])
})

test('rows of several merchants go to their shards, each with the rows that belong to it', () => {
  const change = records({ number: int4, merchant_id: uuid })
  const event = records({ number: int4, body: text })
  const save = defineStatement(
    'test_save',
    { changes: change, events: event },
    {},
    'update payments set id = id from json_to_recordset(:changes) as a (merchant_id uuid), json_to_recordset(:events) as b (number int4)',
  )
  const changes = [
    { number: 0, merchant_id: inFirst },
    { number: 1, merchant_id: inSecond },
  ]
  const events = [{ number: 1, body: 'told' }]
  assert.deepEqual(placeOf(save, { changes, events }), [
    { shard: map.shards[0], params: { changes: [changes[0]], events: [] } },
    { shard: map.shards[1], params: { changes: [changes[1]], events } },
  ])
})

test('a second list with merchants is split by them', () => {
  const row = records({ merchant_id: uuid, id: text })
  const insert = defineStatement(
    'test_insert',
    { first: row, second: row },
    {},
    `with begun as (insert into payments (id) select id from json_to_recordset(:first) as a (id text))
     insert into charges (id) select id from json_to_recordset(:second) as b (id text)`,
  )
  const first = [
    { merchant_id: inFirst, id: '1' },
    { merchant_id: inSecond, id: '2' },
  ]
  const second = [...first].reverse()
  assert.deepEqual(placeOf(insert, { first, second }), [
    { shard: map.shards[0], params: { first: [first[0]], second: [second[1]] } },
    { shard: map.shards[1], params: { first: [first[1]], second: [second[0]] } },
  ])
})

test('a statement that changes or locks a copied table runs at the coordinator, and one that reads it runs anywhere', () => {
  const byMerchant = { merchantId: uuid }
  const rename = defineStatement(
    'test_rename',
    byMerchant,
    {},
    'update merchants set name = name where merchant_id = :merchantId',
  )
  const lock = defineStatement(
    'test_lock',
    byMerchant,
    {},
    'select 1 from merchants where merchant_id = :merchantId for update',
  )
  const read = defineStatement('test_read', byMerchant, {}, 'select 1 from merchants where merchant_id = :merchantId')
  assert.equal(placeOf(rename, { merchantId: inFirst }), 'coordinator')
  assert.equal(placeOf(lock, { merchantId: inFirst }), 'coordinator')
  assert.equal(placeOf(read, { merchantId: inFirst }), 'anywhere')
})

test('a lock in a query in parentheses does not lock the tables of the outer query', () => {
  const claim = defineStatement(
    'test_claim',
    { merchantId: uuid },
    {},
    `with due as (select id from charges where merchant_id = :merchantId for update skip locked)
     select (select name from merchants where merchant_id = :merchantId) from due`,
  )
  assert.equal(Array.isArray(placeOf(claim, { merchantId: inFirst })), true)
})

test('a statement on all merchants runs in every shard if it is declared so, else at the coordinator', () => {
  const count = defineStatement('test_count', {}, {}, 'select 1 from payments')
  const sweep = onEachShard(defineStatement('test_sweep', {}, {}, 'select 1 from charges'))
  assert.equal(placeOf(count, {}), 'coordinator')
  assert.equal(placeOf(sweep, {}), 'every shard')
})
