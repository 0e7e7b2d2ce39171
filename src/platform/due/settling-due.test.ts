import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../app/app.ts'
import { serviceActor } from '../merchants/caller.ts'
import { type DueAt, type ListedWork, maxBatchSize } from './due.ts'
import { settleDueOf } from './settling.ts'

const app = { clock: { now: () => 1_000, elapsedMs: () => 0 } } as App
const actor = serviceActor('0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22', true, 500)

test('before a list exactly one batch is processed, several items at a time', async () => {
  const requested: number[][] = []
  let inFlight = 0
  let maxInFlight = 0
  let done = 0
  const work: ListedWork = {
    name: 'test',
    kind: 'payment',
    everyMs: 1,
    maxInFlight: 32,
    listDue: async () => [],
    async listDueOf(_app, _actor, _modes, until, limit) {
      requested.push([until, limit])
      return Array.from(
        { length: limit },
        (_, index): DueAt => ({ id: `${index}`, actor, tries: null, dueAt: 0, isUnderWay: false }),
      )
    },
    async run() {
      inFlight += 1
      maxInFlight = Math.max(maxInFlight, inFlight)
      await new Promise(setImmediate)
      inFlight -= 1
      done += 1
    },
  }
  await settleDueOf(app, work, actor)
  assert.deepEqual(
    { requested, done, maxInFlight },
    { requested: [[1_500, maxBatchSize]], done: maxBatchSize, maxInFlight: 32 },
  )
})
