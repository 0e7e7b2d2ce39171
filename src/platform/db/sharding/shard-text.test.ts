import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedTables, textForShard } from './shard-text.ts'

const parts = new Map([
  ['payments', 'payments_7'],
  ['charges', 'charges_8'],
])
const ofShard = (text: string): string => textForShard(text, (table) => parts.get(table))

test('textForShard: a table becomes its part, and columns still find it by its name', () => {
  assert.equal(
    ofShard('select payments.id from payments where id = $1'),
    'select payments.id from payments_7 as payments where id = $1',
  )
  assert.equal(ofShard('delete from charges'), 'delete from charges_8 as charges')
  assert.equal(ofShard('insert into payments (id) values ($1)'), 'insert into payments_7 as payments (id) values ($1)')
})

test('textForShard: an alias stays', () => {
  const text = 'update payments as payment set id = $1 from charges charge, charges as other where true'
  const expected = 'update payments_7 as payment set id = $1 from charges_8 charge, charges_8 as other where true'
  assert.equal(ofShard(text), expected)
})

test('textForShard: a column or a query with the name of a table stays', () => {
  const text = 'with charges as (select 1) select charges, payments from charges'
  assert.equal(ofShard(text), text)
})

test('namedTables: returns each table with its verb and its alias', () => {
  const named = namedTables('update payments as payment set id = 1 from charges', new Set(parts.keys()))
  const shown = named.map(({ verb, table, alias }) => [verb, table, alias])
  assert.deepEqual(shown, [
    ['update', 'payments', 'payment'],
    ['from', 'charges', 'charges'],
  ])
})
