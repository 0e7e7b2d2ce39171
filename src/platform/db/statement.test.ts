import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { int4, int8, json, nullable, records, text, timestamptz } from './columns.ts'
import { defineStatement } from './statement.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('a parameter may occur several times, and a cast is no parameter', async () => {
  const statement = defineStatement(
    'test_named',
    { word: text, count: int4 },
    { words: text, again: text },
    'select repeat(:word, :count)::text as words, :word::text as again',
  )
  assert.equal(statement.text, 'select repeat($1, $2)::text as words, $1::text as again')
  const rows = await database.db.run(statement, { count: 2, word: 'ab' })
  assert.deepEqual(rows, [{ words: 'abab', again: 'ab' }])
})

test('a text and its declaration must name the same parameters', () => {
  assert.throws(() => defineStatement('test_undeclared', { a: text }, {}, 'select :a, :b'), /uses :b/)
  assert.throws(() => defineStatement('test_unused', { a: text, b: text }, {}, 'select :a'), /declares :b/)
  assert.throws(() => defineStatement('test_named', {}, {}, 'select 1'), /two statements/)
})

test('records have one declaration: values are written by their types, and read by their definition', async () => {
  const change = records({ number: int4, minor: int8, at: nullable(timestamptz), body: text, extra: json<unknown>() })
  assert.equal(change.definition, 'number int4, minor int8, at timestamptz, body text, extra json')
  const statement = defineStatement(
    'test_records',
    { changes: change },
    { number: int4, minor: int8, at: nullable(timestamptz), body: json<unknown>(), extra: json<unknown>() },
    `select number, minor, at, body::json as body, extra from json_to_recordset(:changes) as change (${change.definition})`,
  )
  const rows = [
    {
      number: 1,
      minor: 9_007_199_254_740_993n,
      at: Date.parse('2026-03-01T10:00:00.123Z'),
      body: '{"a":"ق"}',
      extra: [1],
    },
    { number: 2, minor: -1n, at: null, body: '[]', extra: { b: null } },
  ]
  assert.deepEqual(
    await database.db.run(statement, { changes: rows }),
    rows.map((row) => ({ ...row, body: JSON.parse(row.body) })),
  )
})
