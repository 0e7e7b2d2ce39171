import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { mock, test } from 'node:test'
import { Holds } from './holds.ts'

const response = () => new EventEmitter() as ServerResponse

/** Returns which of the waits have ended, after all pending callbacks. */
async function ended(waits: readonly Promise<void>[]): Promise<boolean[]> {
  const states = waits.map(() => false)
  for (const [index, wait] of waits.entries()) void wait.then(() => (states[index] = true))
  await new Promise(setImmediate)
  return states
}

test('a hold lasts for its time, or until the client disconnects', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const holds = new Holds()
  const gone = response()
  const waits = [holds.wait('a', response(), 120_000), holds.wait('a', gone, 120_000)]
  gone.emit('close')
  mock.timers.tick(119_999)
  assert.deepEqual(await ended(waits), [false, true])
  mock.timers.tick(1)
  assert.deepEqual(await ended(waits), [true, true])
  mock.timers.reset()
})

test('too many calls wait, of one merchant or of all: the one that has waited longest is released', async () => {
  const holds = new Holds({ maxOfMerchant: 2, maxInTotal: 3 })
  const waits = ['a', 'b', 'b', 'b'].map((merchant) => holds.wait(merchant, response(), 120_000))
  assert.deepEqual(await ended(waits), [false, true, false, false])
  waits.push(holds.wait('c', response(), 120_000))
  assert.deepEqual(await ended(waits), [true, true, false, false, false])
  holds.close()
  assert.deepEqual(await ended(waits), [true, true, true, true, true])
})

test('no call is held after the server stops', async () => {
  const holds = new Holds()
  const wait = holds.wait('a', response(), 120_000)
  holds.close()
  assert.deepEqual(await ended([wait, holds.wait('a', response(), 120_000)]), [true, true])
})
