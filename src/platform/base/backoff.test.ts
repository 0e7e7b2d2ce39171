import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './backoff.ts'

test('what fails again and again is tried ever later, up to the longest wait, however often it fails', () => {
  const waits = Array.from({ length: 40 }, (_, index) => backoffMs(index + 1, 1_000, 3_600_000))
  assert.deepEqual(waits.slice(0, 4), [1_000, 2_000, 4_000, 8_000])
  assert.ok(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0)))
  assert.deepEqual([waits.at(-1), backoffMs(5_000, 1_000, 3_600_000)], [3_600_000, 3_600_000])
})
