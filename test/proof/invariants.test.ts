import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call, Kind, Outcome, Trouble } from '../../proof/history.ts'
import { checkPayment, checkTroubles } from '../../proof/invariants.ts'
import type { Movement } from '../../testkit/payment-model.ts'

const amount = 100
const done: Outcome = { is: 'done', payment: { status: 'AUTHORIZED', captures: [], refunds: [] } }

function call(kind: Kind, reference: string, minor: number, outcome: Outcome = done): Call {
  return { payment: 'p', kind, reference, minor, invokedAt: 0, completedAt: 1, outcome }
}

function check(status: string, captures: Movement[], refunds: Movement[], calls: Call[]): string {
  return checkPayment('p', amount, { status, captures, refunds }, calls).join()
}

const a = { reference: 'a', minor: 60 }
const b = { reference: 'b', minor: 50 }
const requests = [call('capture', 'a', 60), call('capture', 'b', 50), call('refund', 'a', 60), call('refund', 'b', 50)]

test('no violation if a payment follows from its calls', () => {
  assert.equal(check('AUTHORIZED', [a], [], [call('capture', 'a', 60)]), '')
  assert.equal(check('CLOSED', [a], [b], [call('capture', 'a', 60), call('close', '', 0), call('refund', 'b', 50)]), '')
})

test('violation: more captured than the amount, or more refunded than captured', () => {
  assert.match(check('CLOSED', [a, b], [], requests.slice(0, 2)), /110 captured of 100/)
  assert.match(check('CLOSED', [a], [a, b], requests), /110 refunded of 60 captured/)
})

test('violation: two movements with one reference', () => {
  assert.match(check('CLOSED', [b, b], [], [call('capture', 'b', 50)]), /more than one capture/)
})

test('violation: a movement without a call, or with another amount', () => {
  assert.match(check('AUTHORIZED', [a], [], []), /nobody asked for/)
  assert.match(check('AUTHORIZED', [{ ...a, minor: 61 }], [], [call('capture', 'a', 60)]), /nobody asked for/)
})

test('violation: any lost acknowledged change', () => {
  assert.match(check('AUTHORIZED', [], [], [call('capture', 'a', 60)]), /capture a is lost/)
  assert.match(check('AUTHORIZED', [a], [], [call('capture', 'a', 60), call('close', '', 0)]), /close was acknowledged/)
  assert.match(check('CREATED', [], [], []), /it was authorized, and it is CREATED/)
})

test('violation: a 500, unless a fault was active during the call', () => {
  const trouble: Trouble = { what: 'a capture', status: 500, text: 'no', invokedAt: 10, answeredAt: 20 }
  const history = [call('capture', 'a', 60, { is: 'unknown', trouble })]
  assert.equal(checkTroubles(history).length, 1)
  assert.equal(checkTroubles([], [trouble]).length, 1)
  assert.equal(checkTroubles(history, [], [{ from: 21, to: 30 }]).length, 1)
  assert.equal(checkTroubles(history, [], [{ from: 5, to: 9 }]).length, 1)
  assert.equal(checkTroubles(history, [], [{ from: 15, to: 30 }]).length, 0)
  assert.equal(
    checkTroubles([], [{ ...trouble, status: 400 }], [{ from: 15, to: 30 }]).length,
    1,
    'no fault explains 400',
  )
})

test('a locked payment is explained only by an active fault', () => {
  const text = '{"status":"error","errorType":"conflict","error":"could not acquire lock: payment is locked"}'
  const trouble: Trouble = { what: 'an authorization', status: 409, text, invokedAt: 10, answeredAt: 20 }
  const during = [{ from: 15, to: 30 }]
  assert.deepEqual(checkTroubles([], [trouble], during), [])
  assert.equal(checkTroubles([], [trouble], [{ from: 21, to: 30 }]).length, 1)
  assert.equal(checkTroubles([], [{ ...trouble, text: '{"error":"payment has changed"}' }], during).length, 1)
})
