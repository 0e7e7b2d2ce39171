import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './backoff.ts'

test('what fails again and again is tried ever later, and at least every hour', () => {
  const waits = Array.from({ length: 40 }, (_, index) => backoffMs(index + 1))
  assert.deepEqual(waits.slice(0, 4), [1_000, 2_000, 4_000, 8_000])
  assert.ok(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0)))
  assert.equal(waits.at(-1), 3_600_000)
})
