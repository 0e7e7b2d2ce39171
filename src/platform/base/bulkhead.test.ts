import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBulkhead } from './bulkhead.ts'
import { Refusal } from './refusals.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Returns work that ends on request, and records its start. */
function openWork(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = (): Promise<string> => {
    begun.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('bulkhead: each key runs up to its limit, the others wait in order, and keys do not wait for each other', async () => {
  const bulkhead = newBulkhead({ maxInFlight: 2, maxQueued: 3 })
  const begun: string[] = []
  const works = ['a', 'b', 'c', 'd', 'e'].map((name) => openWork(begun, name))
  const [a, b, c, d, e] = works
  const runs = works.map(({ work }) => bulkhead.run('one', work))
  await settled()
  assert.deepEqual(begun, ['a', 'b'])
  assert.equal(await bulkhead.run('other', async () => 'done'), 'done')
  b?.end()
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  for (const one of [a, c, d, e]) one?.end()
  assert.deepEqual(await Promise.all(runs), ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e'])
  assert.equal(bulkhead.size, 0)
})

test('calls beyond the queue are refused with 429, and do nothing', async () => {
  const bulkhead = newBulkhead({ maxInFlight: 1, maxQueued: 1 })
  const begun: string[] = []
  const works = ['a', 'b', 'c'].map((name) => openWork(begun, name))
  const [first, second, third] = works.map(({ work }) => bulkhead.run('one', work))
  await assert.rejects(third ?? settled(), (error) => error instanceof Refusal && error.kind === 'too_many_requests')
  for (const { end } of works) end()
  assert.deepEqual(await Promise.all([first, second]), ['a', 'b'])
  assert.deepEqual([begun, bulkhead.size], [['a', 'b'], 0])
})

test('work that fails passes its place to the next', async () => {
  const bulkhead = newBulkhead({ maxInFlight: 1, maxQueued: 1 })
  const failing = openWork([], 'a')
  const first = bulkhead.run('one', failing.work)
  const second = bulkhead.run('one', async () => 'b')
  failing.fail()
  await assert.rejects(first, /a/)
  assert.equal(await second, 'b')
  assert.equal(bulkhead.size, 0)
})
