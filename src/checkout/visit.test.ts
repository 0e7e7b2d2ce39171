import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeRules } from './phone-code.ts'
import type { SessionStatus } from './session.ts'
import { chargeStates, type Stage, type VisitMove, visitStates } from './states.ts'
import { type ChargeStanding, canMove, newVisit, type Standing, stageOf, type Visit } from './visit.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const card = { token: 't', brand: 'visa', lastFour: '4242', expiryMonth: 12, expiryYear: 2030 } as const
const sent: Visit = {
  ...newVisit,
  version: 1,
  phone: '+971500000001',
  code: { hash: Buffer.alloc(32), sentAt: now, sends: 1, wrongTries: 0 },
}
const proved: Visit = { ...sent, code: { ...sent.code, hash: null }, browserHash: Buffer.alloc(32) }
const fresh: Standing = {
  status: 'created',
  isPaymentOpen: true,
  visit: newVisit,
  charge: 'none',
  isSameBrowser: false,
}

function stage(changes: Partial<Standing>, at = now): Stage {
  return stageOf({ ...fresh, ...changes }, at)
}

test('the way to the payment is order, code, card, confirm', () => {
  assert.equal(stage({}), 'order')
  assert.equal(stage({ visit: sent }), 'code')
  assert.equal(stage({ visit: proved, isSameBrowser: true }), 'card')
  assert.equal(stage({ visit: { ...proved, card }, isSameBrowser: true }), 'confirm')
})

test('what the phone has proved counts in its own browser only', () => {
  assert.equal(stage({ visit: { ...proved, card } }), 'order')
  assert.equal(stage({ visit: { ...proved, card }, charge: 'challenged' }), 'waiting')
  assert.equal(stage({ visit: { ...proved, card }, charge: 'challenged', isSameBrowser: true }), 'challenge')
})

test('an open charge is waited for while the payment can still be authorized, and no longer', () => {
  const visit = { ...proved, card, lockedAt: now }
  assert.equal(stage({ visit, charge: 'open', isSameBrowser: true }), 'waiting')
  assert.equal(stage({ visit, charge: 'open', status: 'expired' }), 'waiting')
  assert.equal(stage({ visit, charge: 'open', status: 'expired', isPaymentOpen: false }), 'expired')
})

test('a locked session is locked for every browser, and so is one whose last code is too old', () => {
  for (const isSameBrowser of [true, false])
    assert.equal(stage({ visit: { ...proved, lockedAt: now }, isSameBrowser }), 'locked')
  const spent = { ...sent, code: { ...sent.code, sends: codeRules.sends } }
  assert.equal(stage({ visit: spent }), 'code')
  assert.equal(stage({ visit: spent }, now + codeRules.lifetimeMs), 'locked')
})

test('how it ended stands above everything that was written down on the way', () => {
  const ends: [SessionStatus, Visit, Stage][] = [
    ['approved', newVisit, 'approved'],
    ['rejected', newVisit, 'refused'],
    ['expired', newVisit, 'expired'],
    ['expired', { ...newVisit, cancelledAt: now }, 'cancelled'],
  ]
  const charges: ChargeStanding[] = ['none', 'challenged']
  for (const [status, ending, expected] of ends) {
    for (const charge of charges) {
      for (const isSameBrowser of [true, false]) {
        const visit = { ...sent, lockedAt: now, cancelledAt: ending.cancelledAt }
        assert.equal(stage({ status, charge, isSameBrowser, visit, isPaymentOpen: false }), expected)
      }
    }
  }
})

test('nothing can be done where it is over, or while a charge is under way', () => {
  const moves = new Set(Object.values(visitStates.table).flatMap((cells) => Object.keys(cells) as VisitMove[]))
  const byCustomer = [...moves].filter((move) => move !== 'hear_from_bank' && move !== 'run_out_of_time')
  for (const over of ['approved', 'refused', 'cancelled', 'expired', 'waiting'] as const) {
    for (const move of byCustomer) assert.equal(canMove(over, move), false, `${move} at ${over}`)
  }
  for (const move of byCustomer) assert.equal(canMove('locked', move), move === 'cancel')
  assert.deepEqual(
    Object.keys(visitStates.table).filter((state) => canMove(state as Stage, 'pay')),
    ['confirm'],
  )
})

test('a charge ends approved or given back, and a declined one only as long as nobody charges it', () => {
  const ends = Object.entries(chargeStates.table).filter(([, cells]) => Object.keys(cells).length === 0)
  assert.deepEqual(
    ends.map(([state]) => state),
    ['approved', 'given_back'],
  )
  assert.deepEqual(Object.keys(chargeStates.table.declined), ['come_too_late'])
})
