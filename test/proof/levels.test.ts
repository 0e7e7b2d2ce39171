import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLevel, quartersOf } from '../../proof/levels.ts'
import type { Sample, TableSize } from '../../proof/soak-samples.ts'
import { checkSoak } from '../../proof/soak-verdict.ts'

const megabyte = 1_048_576

/** An hour of samples from these functions of the elapsed time, from 0 to 1. */
function samplesOf(parts: Partial<Record<keyof Omit<Sample, 'queues'> | 'waiting', (passed: number) => number>>) {
  const constant = (): number => 50
  const { rss = () => 300 * megabyte, heap = () => 80 * megabyte, handles = constant, connections = () => 16 } = parts
  const waiting = parts.waiting ?? constant
  return Array.from({ length: 720 }, (_, index): Sample => {
    const passed = index / 720
    const queues = { 'deliveries waiting': waiting(passed) }
    return { rss: rss(passed), heap: heap(passed), handles: handles(passed), connections: connections(passed), queues }
  })
}

/** Returns measurements of tables with this many rows and bytes per payment, as the payments grow. */
function samplesFor(rowsEach: (payments: number) => number, bytesEach: (payments: number) => number): TableSize[][] {
  return [1_000, 4_000, 8_000, 12_000, 16_000].map((payments) => [
    { name: 'payments', rows: payments, bytes: payments * 500 },
    { name: 'other', rows: payments * rowsEach(payments), bytes: payments * rowsEach(payments) * bytesEach(payments) },
  ])
}

const steadyTables = samplesFor(
  () => 3,
  () => 200,
)

test('the quarters are the medians of their samples, or another requested share', () => {
  const values = Array.from({ length: 100 }, (_, index) => index)
  assert.deepEqual(quartersOf(values), [12, 37, 62, 87])
  assert.deepEqual(quartersOf(values, 0.1), [2, 27, 52, 77])
  assert.deepEqual(quartersOf([7]), [7, 7, 7, 7])
})

test('values that rise and then stay level off; values that keep rising do not', () => {
  assert.deepEqual(checkLevel('it', [10, 100, 101, 102], { times: 1.1, more: 0 }), [])
  assert.match(checkLevel('it', [10, 100, 120, 140], { times: 1.1, more: 0 })[0] ?? '', /^it does not level off: 10/)
})

test('a soak with constant values passes', () => {
  assert.deepEqual(checkSoak(samplesOf({}), steadyTables, false).violations, [])
})

test('a leak of memory, handles, connections or waiting fixtures is found and named', () => {
  const leaks = {
    rss: (passed: number) => (300 + 300 * passed) * megabyte,
    heap: (passed: number) => (60 + 80 * passed) * megabyte,
    handles: (passed: number) => 50 + 200 * passed,
    connections: (passed: number) => 8 + 16 * passed,
    waiting: (passed: number) => 20 + 2_000 * passed,
  }
  const names = ['resident memory', 'heap', 'file handles', 'database connections', 'deliveries waiting']
  for (const [index, [name, leak]] of Object.entries(leaks).entries()) {
    const { violations } = checkSoak(samplesOf({ [name]: leak }), steadyTables, false)
    assert.equal(violations.length, 1, name)
    assert.match(violations[0] ?? '', new RegExp(names[index] ?? ''))
  }
})

test('a table that grows with the square of the payments is found, and one with ever larger rows', () => {
  const square = checkSoak(
    samplesOf({}),
    samplesFor(
      (payments) => payments / 1_000,
      () => 200,
    ),
    false,
  )
  assert.match(square.violations[0] ?? '', /rows for each payment of table other/)
  const bloated = checkSoak(
    samplesOf({}),
    samplesFor(
      () => 3,
      (payments) => payments / 10,
    ),
    false,
  )
  assert.match(bloated.violations[0] ?? '', /bytes for each row of table other/)
})

test('an empty queue may keep its space, and is found if its space keeps growing', () => {
  const queue = (rows: number, bytes: number): TableSize[] => [
    { name: 'payments', rows: 10_000, bytes: 5_000_000 },
    { name: 'queue', rows, bytes },
  ]
  const violationsOf = (last: TableSize[]): readonly string[] =>
    checkSoak(samplesOf({}), [queue(10, 8_192), queue(3_000, 600_000), last], true).violations
  assert.deepEqual(violationsOf(queue(0, 600_000)), [])
  assert.match(violationsOf(queue(0, 1_300_000))[0] ?? '', /bytes for each row of table queue/)
})
