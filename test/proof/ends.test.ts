import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call, Kind, Outcome } from '../../proof/history.ts'
import { checkEnds } from '../../proof/invariants.ts'
import { checkHistory } from '../../proof/linear.ts'
import type { VisiblePayment } from '../../testkit/payment-model.ts'

const amount = 100_00
let at = 0

/** One call after the other. */
function call(kind: Kind, reference: string, minor: number, outcome: Outcome): Call {
  at += 2
  return { payment: 'p', kind, reference, minor, invokedAt: at, completedAt: at + 1, outcome }
}

const refused: Outcome = { is: 'refused', error: 'already closed' }
const seen = (status: string, captures: VisiblePayment['captures'] = []): Outcome => ({
  is: 'done',
  seen: { status, captures, refunds: [] },
})

/** What is found wrong with a history and how the payment is seen in the end. */
function judge(history: readonly Call[], end: Outcome): string {
  const ends = [call('read', '', 0, end)]
  const amounts = new Map([['p', amount]])
  return [...checkEnds({ amounts, history }, ends), checkHistory(amount, [...history, ...ends]) ?? []].join()
}

test('a payment whose end follows from its calls is well', () => {
  const a = { reference: 'a', minor: 60_00 }
  const done = [call('capture', 'a', 60_00, seen('AUTHORIZED', [a])), call('close', '', 0, seen('CLOSED', [a]))]
  assert.equal(judge([...done, call('capture', 'b', 10_00, refused)], seen('CLOSED', [a])), '')
})

test('a capture that was refused and has moved money all the same is noticed', () => {
  const history = [call('close', '', 0, seen('CLOSED')), call('capture', 'a', 60_00, refused)]
  assert.match(judge(history, seen('CLOSED', [{ reference: 'a', minor: 60_00 }])), /no order of its calls/)
})

test('a capture that ends with the amount of its replay is noticed', () => {
  const a = { reference: 'a', minor: 60_00 }
  const history = [
    call('capture', 'a', 60_00, seen('AUTHORIZED', [a])),
    call('capture', 'a', 60, seen('AUTHORIZED', [a])),
  ]
  assert.match(judge(history, seen('AUTHORIZED', [{ reference: 'a', minor: 60 }])), /no order of its calls/)
})

test('a payment that nobody closed and that is closed in the end is noticed', () => {
  const a = { reference: 'a', minor: 60_00 }
  assert.match(judge([call('capture', 'a', 60_00, seen('AUTHORIZED', [a]))], seen('CLOSED', [a])), /no order/)
})

test('an acknowledged payment that is not shown in the end is noticed', () => {
  assert.match(judge([], { is: 'refused', error: 'not found' }), /is answered with refused/)
})
