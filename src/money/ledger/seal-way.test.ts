import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxWholeWay, numbersOfWay } from './seal-way.ts'

test('a way of up to a thousand seals has all of them, from the first to the head', () => {
  assert.deepEqual(numbersOfWay([], 7n), [])
  assert.deepEqual(numbersOfWay([7n], 7n), [7n])
  assert.deepEqual(numbersOfWay([5n, 3n, 5n], 7n), [3n, 4n, 5n, 6n, 7n])
  assert.equal(numbersOfWay([2n], BigInt(maxWholeWay) + 1n).length, maxWholeWay)
})

test('a longer way has the given seals, checkpoints and the head', () => {
  const way = numbersOfWay([5n, 2_000n, 700n], 2_500n)
  const checkpoints = [6n, 8n, 16n, 32n, 64n, 128n, 256n, 512n, 1_024n, 2_048n, 2_304n, 2_432n, 2_496n]
  assert.deepEqual(
    way,
    [5n, 700n, 2_000n, 2_500n, ...checkpoints].sort((a, b) => Number(a - b)),
  )
})

test('a way stays short however long the chain is, and two ways meet at checkpoints', () => {
  const head = 10_000_000_019n
  for (const first of [1n, 2n, 12_345n, 5_000_000_001n, head - 1_001n]) {
    const way = numbersOfWay([first], head)
    assert.deepEqual([way[0], way.at(-1)], [first, head])
    assert.ok(way.length <= 70, `${way.length} seals`)
  }
  const other = new Set(numbersOfWay([8_000_003n], head - 4_321n))
  assert.ok(numbersOfWay([12_345n], head).filter((number) => other.has(number)).length > 5)
})
