import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseBefore } from './fleet.ts'
import { connectionsEach } from './limits.ts'

test('a process that ends is replaced at once, and later each time if its replacements end soon', () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(pauseBefore), [0, 0, 100, 200, 400])
  assert.deepEqual([20, 2_000].map(pauseBefore), [10_000, 10_000])
})

test('all processes together stay below the connection limit of any PostgreSQL', () => {
  assert.deepEqual([1, 4, 5, 16].map(connectionsEach), [16, 16, 12, 4])
  for (let processes = 1; processes <= 16; processes += 1) assert.ok(processes * connectionsEach(processes) <= 64)
})
