import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../app/app.ts'
import { serviceActor } from '../merchants/caller.ts'
import { type ClaimedWork, maxBatchSize } from './due.ts'
import { settleUnbegunOf } from './settling.ts'

const app = {} as App
const actor = serviceActor('0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22', true, 500)

/** Returns work with this number of due items. An item counts as begun when it is processed. */
function workOf(count: number, begin: (one: number) => void = () => undefined) {
  const begun: number[] = []
  const work: ClaimedWork<number> = {
    name: 'test',
    everyMs: 1,
    maxInFlight: 1,
    claimsForMs: 1,
    listDue: async () => [],
    async listUnbegunOf(_app, of, limit) {
      assert.equal(of, actor)
      return Array.from({ length: count }, (_, one) => one)
        .filter((one) => !begun.includes(one))
        .slice(0, limit)
    },
    async run(_app, one) {
      begun.push(one)
      begin(one)
      return true
    },
  }
  return { work, begun }
}

test('all unclaimed work is processed once and in order, in any amount', async () => {
  const { work, begun } = workOf(2 * maxBatchSize + 1)
  await settleUnbegunOf(app, work, actor, 60_000)
  assert.deepEqual(
    begun,
    Array.from({ length: 2 * maxBatchSize + 1 }, (_, one) => one),
  )
  await settleUnbegunOf(app, work, actor, 60_000)
  assert.equal(begun.length, 2 * maxBatchSize + 1)
})

test('after the time limit no more work begins, and without work nothing happens', async (t) => {
  let elapsedMs = 0
  t.mock.method(performance, 'now', () => elapsedMs)
  const { work, begun } = workOf(5, () => {
    elapsedMs += 20_000
  })
  await settleUnbegunOf(app, work, actor, 25_000)
  assert.deepEqual(begun, [0, 1])
  await settleUnbegunOf(app, work, actor, -15_000)
  assert.deepEqual(begun, [0, 1])
})

test('a kind of work without a list of unclaimed items is left to the workers', async () => {
  const { work, begun } = workOf(1)
  const { listUnbegunOf: _, ...other } = work
  await settleUnbegunOf(app, other, actor, 60_000)
  assert.deepEqual(begun, [])
})
