import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonColumns, rowsFrom } from './columns.ts'

test('rows are read back from their columns', () => {
  const columns = { version: [1, 2], at: ['a', null] }
  assert.deepEqual(rowsFrom<{ version: number; at: string | null }>(columns), [
    { version: 1, at: 'a' },
    { version: 2, at: null },
  ])
})

test('no rows give no columns', () => {
  assert.deepEqual(rowsFrom<{ version: number }>({ version: null }), [])
})

test('each expression is aggregated under its name', () => {
  assert.equal(
    jsonColumns<{ version: number; minor: string }>({ version: 'version', minor: 'amount_minor::text' }),
    "json_build_object('version', array_agg(version), 'minor', array_agg(amount_minor::text))",
  )
})
