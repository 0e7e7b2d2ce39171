import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call, Kind, Outcome } from '../../proof/history.ts'
import { checkHistory } from '../../proof/linear.ts'

const amount = 100

function call(kind: Kind, reference: string, minor: number, from: number, to: number, outcome: Outcome): Call {
  return { payment: 'p', kind, reference, minor, invokedAt: from, completedAt: to, outcome }
}

function done(captures: Record<string, number>, refunds: Record<string, number> = {}, status = 'AUTHORIZED'): Outcome {
  const movements = (of: Record<string, number>) =>
    Object.entries(of).map(([reference, minor]) => ({ reference, minor }))
  return { is: 'done', payment: { status, captures: movements(captures), refunds: movements(refunds) } }
}

const tooMuch: Outcome = { is: 'refused', error: 'could not capture more than not captured yet' }
const never = Number.POSITIVE_INFINITY

test('overlapping calls may have any order', () => {
  const history = [
    call('capture', 'a', 60, 0, 10, tooMuch),
    call('capture', 'b', 50, 5, 20, done({ b: 50 })),
    call('read', '', 0, 21, 22, done({ b: 50 })),
  ]
  assert.equal(checkHistory(amount, history), undefined)
})

test('violation: a refusal without an earlier cause', () => {
  const history = [call('capture', 'a', 60, 0, 10, tooMuch), call('capture', 'b', 50, 11, 20, done({ b: 50 }))]
  assert.match(String(checkHistory(amount, history)), /no order/)
})

test('violation: a read without a change that was acknowledged before it', () => {
  const history = [call('capture', 'a', 60, 0, 10, done({ a: 60 })), call('read', '', 0, 11, 12, done({}))]
  assert.match(String(checkHistory(amount, history)), /no order/)
})

test('violation: two acknowledged captures that do not fit together', () => {
  const history = [call('capture', 'a', 60, 0, 10, done({ a: 60 })), call('capture', 'b', 60, 5, 10, done({ b: 60 }))]
  assert.match(String(checkHistory(amount, history)), /no order/)
})

test('a call without an answer may have been executed, much later or never', () => {
  const lost = call('capture', 'a', 60, 0, never, { is: 'unknown' })
  assert.equal(checkHistory(amount, [lost]), undefined)
  const missed = call('read', '', 0, 5, 6, done({}))
  const found = call('read', '', 0, 7, 8, done({ a: 60 }))
  assert.equal(checkHistory(amount, [lost, missed, found]), undefined)
  assert.match(String(checkHistory(amount, [lost, found, { ...missed, invokedAt: 9, completedAt: 10 }])), /no order/)
})

test('for two unanswered calls with one reference, the amount that explains the rest is chosen', () => {
  const history = [
    call('capture', 'a', 90, 0, never, { is: 'unknown' }),
    call('capture', 'a', 20, 0, never, { is: 'unknown' }),
    call('capture', 'b', 70, 5, 6, done({ a: 20, b: 70 })),
  ]
  assert.equal(checkHistory(amount, history), undefined)
})

test('violation: a locked answer without another call', () => {
  const history = [call('capture', 'a', 60, 0, 10, done({ a: 60 })), call('close', '', 0, 20, 30, { is: 'locked' })]
  assert.match(String(checkHistory(amount, history)), /locked while no other/)
})

test('violation: a read with another amount than was moved', () => {
  const history = [call('capture', 'a', 60, 0, 10, done({ a: 60 })), call('read', '', 0, 11, 12, done({ a: 61 }))]
  assert.match(String(checkHistory(amount, history)), /no order/)
})
