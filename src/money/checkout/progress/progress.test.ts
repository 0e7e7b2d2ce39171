import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeStates } from '../../charges/states.ts'
import { codeRules } from '../phone-code/phone-code.ts'
import type { SessionStatus } from '../sessions/session.ts'
import {
  type ChargeStatus,
  type CheckoutProgress,
  type CheckoutStatus,
  canTransition,
  newProgress,
  stageOf,
} from './progress.ts'
import { checkoutStages, type Stage, type StageTransition } from './states.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const card = { token: 't', brand: 'visa', lastFour: '4242', expiryMonth: 12, expiryYear: 2030 } as const
const sent: CheckoutProgress = {
  ...newProgress,
  version: 1,
  phone: '+971500000001',
  code: { hash: Buffer.alloc(32), sentAt: now, sends: 1, wrongTries: 0 },
}
const proved: CheckoutProgress = { ...sent, code: { ...sent.code, hash: null }, browserHash: Buffer.alloc(32) }
const fresh: CheckoutStatus = {
  session: 'created',
  isPaymentOpen: true,
  isReferred: false,
  progress: newProgress,
  charge: 'none',
  isSameBrowser: false,
  link: 'open',
}

function stage(changes: Partial<CheckoutStatus>, at = now): Stage {
  return stageOf({ ...fresh, ...changes }, at)
}

test('the stages of a payment: order, code, card, confirm', () => {
  assert.equal(stage({}), 'order')
  assert.equal(stage({ progress: sent }), 'code')
  assert.equal(stage({ progress: proved, isSameBrowser: true }), 'card')
  assert.equal(stage({ progress: { ...proved, card }, isSameBrowser: true }), 'confirm')
})

test('a verified phone counts in its own browser only', () => {
  assert.equal(stage({ progress: { ...proved, card } }), 'order')
  assert.equal(stage({ progress: { ...proved, card }, charge: 'challenged' }), 'waiting')
  assert.equal(stage({ progress: { ...proved, card }, charge: 'challenged', isSameBrowser: true }), 'challenge')
})

test('an open charge is awaited only while the payment can still be authorized', () => {
  const progress = { ...proved, card, lockedAt: now }
  assert.equal(stage({ progress, charge: 'open', isSameBrowser: true }), 'waiting')
  assert.equal(stage({ progress, charge: 'open', session: 'expired' }), 'waiting')
  assert.equal(stage({ progress, charge: 'open', session: 'expired', isPaymentOpen: false }), 'expired')
})

test('a locked session, or one whose last code has expired, is locked for every browser', () => {
  for (const isSameBrowser of [true, false])
    assert.equal(stage({ progress: { ...proved, lockedAt: now }, isSameBrowser }), 'locked')
  const spent = { ...sent, code: { ...sent.code, sends: codeRules.sends } }
  assert.equal(stage({ progress: spent }), 'code')
  assert.equal(stage({ progress: spent }, now + codeRules.lifetimeMs), 'locked')
})

test('the end of a session takes precedence over its stored progress', () => {
  const ends: [SessionStatus, CheckoutProgress, Stage][] = [
    ['approved', newProgress, 'approved'],
    ['rejected', newProgress, 'refused'],
    ['expired', newProgress, 'expired'],
    ['expired', { ...newProgress, cancelledAt: now }, 'cancelled'],
  ]
  const charges: ChargeStatus[] = ['none', 'challenged']
  for (const [session, ending, expected] of ends) {
    for (const charge of charges) {
      for (const isSameBrowser of [true, false]) {
        const progress = { ...sent, lockedAt: now, cancelledAt: ending.cancelledAt }
        assert.equal(stage({ session, charge, isSameBrowser, progress, isPaymentOpen: false }), expected)
      }
    }
  }
})

test('no transition is possible after the end, or while a charge is in flight', () => {
  const transitions = new Set(
    Object.values(checkoutStages.table).flatMap((cells) => Object.keys(cells) as StageTransition[]),
  )
  const byCustomer = [...transitions].filter(
    (transition) => !['hear_from_bank', 'hear_from_link', 'lose_link', 'run_out_of_time'].includes(transition),
  )
  for (const over of ['approved', 'refused', 'cancelled', 'expired', 'waiting', 'over'] as const) {
    for (const transition of byCustomer)
      assert.equal(canTransition(over, transition), false, `${transition} at ${over}`)
  }
  for (const transition of byCustomer) assert.equal(canTransition('locked', transition), transition === 'cancel')
  assert.deepEqual(
    Object.keys(checkoutStages.table).filter((state) => canTransition(state as Stage, 'pay')),
    ['confirm'],
  )
})

test('a session of a payment link waits while another one is paid, and ends when it was', () => {
  const atConfirm = { progress: { ...proved, card }, isSameBrowser: true }
  assert.equal(stage({ ...atConfirm, link: 'reserved' }), 'reserved')
  for (const progress of [newProgress, sent, proved]) {
    assert.notEqual(stage({ progress, isSameBrowser: true, link: 'reserved' }), 'reserved')
    for (const session of ['created', 'expired'] as const)
      assert.equal(stage({ progress, isSameBrowser: true, session, link: 'over' }), 'over')
  }
  assert.equal(stage({ ...atConfirm, link: 'over', session: 'approved' }), 'approved')
  assert.equal(stage({ ...atConfirm, link: 'over', charge: 'open' }), 'waiting')
})

test('a charge ends approved, declined until it arrives, or voided until the void fails', () => {
  const ends = Object.entries(chargeStates.table).filter(([, cells]) => Object.keys(cells).length === 0)
  assert.deepEqual(
    ends.map(([state]) => state),
    ['approved'],
  )
  assert.deepEqual(Object.keys(chargeStates.table.voided), ['fail_void'])
  assert.deepEqual(Object.keys(chargeStates.table.declined), ['arrive_late'])
})

test('an order that support decides about waits, whatever the customer has done, until the session is over', () => {
  for (const progress of [newProgress, sent, { ...proved, card }, { ...proved, lockedAt: now }]) {
    for (const isSameBrowser of [true, false])
      assert.equal(stage({ progress, isSameBrowser, isReferred: true }), 'referred')
  }
  assert.equal(stage({ isReferred: true, session: 'expired' }), 'expired')
  assert.equal(stage({ session: 'rejected', isPaymentOpen: false }), 'refused')
  for (const transition of ['send_code', 'enter_code', 'give_card', 'pay'] as const) {
    assert.equal(canTransition('referred', transition), false)
  }
})
