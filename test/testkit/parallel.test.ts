import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { allAtOnce, inParallel, workersAtOnce } from '../../testkit/parallel.ts'

/** Whether it has settled by the next turn. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let is = false
  const note = (): void => {
    is = true
  }
  promise.then(note, note)
  await nextTurn()
  return is
}

test('results are in order, whatever their durations', async () => {
  const slow = Promise.withResolvers<string>()
  const both = allAtOnce([() => slow.promise, async () => 2])
  slow.resolve('one')
  assert.deepEqual(await both, ['one', 2])
  assert.deepEqual(await inParallel(5, async (number) => number * number, 2), [0, 1, 4, 9, 16])
})

test('after a failure no other call starts, and it throws when the running ones have ended', async () => {
  const slow = Promise.withResolvers<void>()
  const begun: number[] = []
  const all = inParallel(
    10,
    async (number) => {
      begun.push(number)
      if (number === 1) throw new Error('the second fails')
      await slow.promise
    },
    2,
  )
  all.catch(() => undefined)
  assert.equal(await hasSettled(all), false)
  slow.resolve()
  await assert.rejects(all, /the second fails/)
  assert.deepEqual(begun, [0, 1])
})

test('workers receive a signal after a failure, and the first error is thrown', async () => {
  const started: number[] = []
  const all = workersAtOnce(3, async (number, over) => {
    if (number === 2) throw new Error('the third fails')
    while (!over.aborted) await nextTurn()
    started.push(number)
    throw new Error('and so do the others')
  })
  await assert.rejects(all, /the third fails/)
  assert.deepEqual(started, [0, 1])
})
