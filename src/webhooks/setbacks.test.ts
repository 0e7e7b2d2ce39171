import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Setbacks } from './setbacks.ts'

test('each setback makes the wait twice as long, up to five minutes, until something is sent', () => {
  const setbacks = new Setbacks()
  const waits: number[] = []
  let now = 0
  for (let count = 0; count < 12; count += 1) {
    waits.push(setbacks.add('a', now))
    now += waits.at(-1) ?? 0
  }
  assert.deepEqual(waits.slice(0, 4), [1_000, 2_000, 4_000, 8_000])
  assert.equal(waits.at(-1), 300_000)
  setbacks.clear('a')
  assert.equal(setbacks.add('a', now), 1_000)
})

test('setbacks of the same moment are one, and hold back that webhook only', () => {
  const setbacks = new Setbacks()
  setbacks.add('a', 0)
  assert.equal(setbacks.add('a', 400), 600)
  assert.equal(setbacks.waitMs('a', 400), 600)
  assert.equal(setbacks.waitMs('a', 1_000), undefined)
  assert.equal(setbacks.waitMs('b', 400), undefined)
})

test('no more than ten thousand webhooks are remembered', () => {
  const setbacks = new Setbacks()
  for (let count = 0; count <= 10_000; count += 1) setbacks.add(String(count), 0)
  assert.equal(setbacks.waitMs('0', 1), undefined)
  assert.equal(setbacks.waitMs('10000', 1), 999)
})
