import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call, Kind, Outcome } from '../../proof/history.ts'
import { checkEnds } from '../../proof/invariants.ts'
import { checkHistory } from '../../proof/linear.ts'
import type { VisiblePayment } from '../../testkit/payment-model.ts'

const amount = 100_00
let at = 0

/** Sequential calls. */
function call(kind: Kind, reference: string, minor: number, outcome: Outcome): Call {
  at += 2
  return { payment: 'p', kind, reference, minor, invokedAt: at, completedAt: at + 1, outcome }
}

const refused: Outcome = { is: 'refused', error: 'already closed' }
const outcomeOf = (status: string, captures: VisiblePayment['captures'] = []): Outcome => ({
  is: 'done',
  payment: { status, captures, refunds: [] },
})

/** The violations of a history and the payment's final state. */
function judge(history: readonly Call[], end: Outcome): string {
  const ends = [call('read', '', 0, end)]
  const amounts = new Map([['p', amount]])
  return [...checkEnds({ amounts, history }, ends), checkHistory(amount, [...history, ...ends]) ?? []].join()
}

test('no violation if the end of a payment follows from its calls', () => {
  const a = { reference: 'a', minor: 60_00 }
  const done = [
    call('capture', 'a', 60_00, outcomeOf('AUTHORIZED', [a])),
    call('close', '', 0, outcomeOf('CLOSED', [a])),
  ]
  assert.equal(judge([...done, call('capture', 'b', 10_00, refused)], outcomeOf('CLOSED', [a])), '')
})

test('violation: a refused capture that moved money', () => {
  const history = [call('close', '', 0, outcomeOf('CLOSED')), call('capture', 'a', 60_00, refused)]
  assert.match(judge(history, outcomeOf('CLOSED', [{ reference: 'a', minor: 60_00 }])), /no order of its calls/)
})

test('violation: a capture with the amount of its replay', () => {
  const a = { reference: 'a', minor: 60_00 }
  const history = [
    call('capture', 'a', 60_00, outcomeOf('AUTHORIZED', [a])),
    call('capture', 'a', 60, outcomeOf('AUTHORIZED', [a])),
  ]
  assert.match(judge(history, outcomeOf('AUTHORIZED', [{ reference: 'a', minor: 60 }])), /no order of its calls/)
})

test('violation: a payment that is closed without a close', () => {
  const a = { reference: 'a', minor: 60_00 }
  assert.match(judge([call('capture', 'a', 60_00, outcomeOf('AUTHORIZED', [a]))], outcomeOf('CLOSED', [a])), /no order/)
})

test('violation: an acknowledged payment that is missing in the end', () => {
  assert.match(judge([], { is: 'refused', error: 'not found' }), /is answered with refused/)
})
