import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchCalls } from './batch-calls.ts'

/** Returns batches that end on request of the test. */
function heldBatches() {
  const batches: { inputs: readonly number[]; end(): void; fail(error: Error): void }[] = []
  const run = (inputs: readonly number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      batches.push({ inputs, end: () => resolve(inputs.map((input) => input * 10)), fail: reject })
    })
  return { batches, run }
}

// Two turns of the event loop: the first sees the end of a batch, the second starts the next one.
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('calls of one turn share a batch while batches are free, and later calls share the next one', async () => {
  const { batches, run } = heldBatches()
  const call = batchCalls({ maxBatchSize: 3, maxInFlight: 1 }, run)
  const answers = [1, 2].map(call)
  await settled()
  assert.deepEqual(
    batches.map((batch) => batch.inputs),
    [[1, 2]],
  )
  answers.push(...[3, 4, 5, 6].map(call))
  await settled()
  assert.equal(batches.length, 1)
  batches[0]?.end()
  await settled()
  assert.deepEqual(batches[1]?.inputs, [3, 4, 5])
  batches[1]?.end()
  await settled()
  assert.deepEqual(batches[2]?.inputs, [6])
  batches[2]?.end()
  assert.deepEqual(await Promise.all(answers), [10, 20, 30, 40, 50, 60])
})

for (const code of ['23514', '40P01', '55P03', 'P0001', 'XX001']) {
  test(`a batch that the server refuses with ${code}: each call runs alone, and only the wrong one fails`, async () => {
    const refused = Object.assign(new Error('refused'), { code })
    const call = batchCalls({ maxBatchSize: 10, maxInFlight: 1 }, async (inputs: readonly number[]) => {
      if (inputs.includes(3)) throw refused
      return inputs.map((input) => input * 10)
    })
    const answers = await Promise.allSettled([1, 2, 3, 4].map(call))
    assert.deepEqual(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason)),
      [10, 20, refused, 40],
    )
  })
}

for (const code of ['08006', '53300', '57014', '57P01', '58030', 'EPIPE', 'ECONNRESET', undefined]) {
  test(`a failure with ${code}, which no single call causes, is not repeated`, async () => {
    let runs = 0
    const call = batchCalls({ maxBatchSize: 10, maxInFlight: 1 }, async () => {
      runs += 1
      throw Object.assign(new Error('failed'), { code })
    })
    const answers = await Promise.allSettled([1, 2].map(call))
    assert.deepEqual([runs, answers.map(({ status }) => status)], [1, ['rejected', 'rejected']])
  })
}

test('a lost connection fails the whole batch, because its outcome is unknown, and the next batch runs', async () => {
  const { batches, run } = heldBatches()
  const call = batchCalls({ maxBatchSize: 10, maxInFlight: 1 }, run)
  const first = call(1)
  await settled()
  const others = Promise.allSettled([call(2), call(3)])
  batches[0]?.end()
  assert.equal(await first, 10)
  await settled()
  batches[1]?.fail(new Error('Connection terminated unexpectedly'))
  assert.deepEqual(
    (await others).map((answer) => answer.status),
    ['rejected', 'rejected'],
  )
  const next = call(4)
  await settled()
  assert.equal(batches.length, 3)
  batches[2]?.end()
  assert.equal(await next, 40)
})
