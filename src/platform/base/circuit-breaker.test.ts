import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCircuitBreaker } from './circuit-breaker.ts'

const open = () => newCircuitBreaker({ failures: 5, pauseMs: 10_000 })

/** Calls once; false: nobody may call. */
function call(breaker: ReturnType<typeof open>, nowMs: number, isWell: boolean): boolean {
  const end = breaker.enter(nowMs)
  end?.(isWell, nowMs)
  return end !== undefined
}

function fail(breaker: ReturnType<typeof open>, times: number, nowMs = 0): void {
  for (let i = 0; i < times; i += 1) assert.equal(call(breaker, nowMs, false), true)
}

test('five failures in a row stop calls for ten seconds', () => {
  const breaker = open()
  fail(breaker, 5, 1_000)
  assert.equal(call(breaker, 1_000, true), false)
  assert.equal(call(breaker, 10_999, true), false)
  assert.equal(call(breaker, 11_000, true), true)
  fail(breaker, 4, 12_000)
  assert.equal(call(breaker, 12_000, true), true)
})

test('a success between failures starts the count again', () => {
  const breaker = open()
  fail(breaker, 4)
  assert.equal(call(breaker, 0, true), true)
  fail(breaker, 5)
  assert.equal(call(breaker, 0, true), false)
})

test('after the pause one call is tried, and another pause follows its failure', () => {
  const breaker = open()
  fail(breaker, 5)
  const end = breaker.enter(10_000)
  assert.ok(end)
  assert.equal(breaker.enter(10_000), undefined)
  assert.equal(breaker.enter(30_000), undefined)
  end(false, 12_000)
  assert.equal(call(breaker, 21_999, true), false)
  assert.equal(call(breaker, 22_000, true), true)
  assert.equal(call(breaker, 22_000, true), true)
})

test('a call that began before the pause neither ends nor prolongs it', () => {
  for (const isWell of [true, false]) {
    const breaker = open()
    const slow = breaker.enter(0)
    assert.ok(slow)
    fail(breaker, 5)
    slow(isWell, 5_000)
    assert.equal(call(breaker, 9_999, true), false)
    assert.equal(call(breaker, 10_000, true), true)
  }
})
