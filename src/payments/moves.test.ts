import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../base/refusals.ts'
import type { PaymentChange } from './change.ts'
import {
  authorize,
  capture,
  close,
  endDispute,
  expire,
  openDispute,
  refund,
  reject,
  replay,
  settle,
  updateReference,
} from './moves.ts'
import type { Payment } from './payment.ts'
import { type PaymentMove, type PaymentStatus, paymentStates } from './states.ts'

const at = Date.parse('2027-01-31T10:00:00Z')

function payment(status: PaymentStatus, members: Partial<Payment> = {}): Payment {
  const isClosed = status === 'CLOSED'
  return {
    ...({ merchantId: 'm', id: 'p', storeId: 's', isTest: true, version: 1, status, currency: 'AED' } as const),
    ...{ amountMinor: 34_000n, capturedMinor: isClosed ? 34_000n : 0n, refundedMinor: 0n },
    ...{ paidMinor: status === 'AUTHORIZED' || isClosed ? 8_500n : 0n, orderReference: '1001', createdAt: at },
    ...{ expiresAt: at + 1_000_000, authorizedAt: at, closedAt: null, expiredAt: null, dueAt: null, disputeId: null },
    ...{ announced: 0, captures: [], refunds: [], order: {} as Payment['order'] },
    ...members,
  }
}

const moves: Record<PaymentMove, (from: Payment) => unknown> = {
  authorize: (from) => authorize(from, null, at),
  reject,
  expire: (from) => expire(from, at),
  capture: (from) => capture(from, { amount: '1' }, at),
  close: (from) => close(from, at),
  refund: (from) => refund(from, { amount: '1' }, at),
  update_reference: (from) => updateReference(from, 'B'),
  open_dispute: (from) => openDispute(from, 'd', 1n),
  end_dispute: (from) => endDispute({ ...from, disputeId: 'd' }, 'd'),
}

for (const status of Object.keys(paymentStates.table) as PaymentStatus[]) {
  for (const [move, make] of Object.entries(moves) as [PaymentMove, (from: Payment) => unknown][]) {
    const targets = paymentStates.table[status][move]
    test(`${move} of a payment in ${status} is ${targets === undefined ? 'refused' : `possible, to ${targets.join(' or ')}`}`, () => {
      if (targets === undefined) {
        assert.throws(() => make(payment(status)), move === 'end_dispute' ? Error : Refusal)
        return
      }
      const change = make(payment(status)) as PaymentChange
      assert.equal(change.move, move)
      assert.ok(targets.includes(change.after.status))
      assert.equal(change.after.version, 2)
      assert.equal(
        change.entries.reduce((sum, entry) => sum + entry.amountMinor, 0n),
        0n,
      )
    })
  }
}

test('a replay comes before everything, whatever amount it carries', () => {
  const moved = [
    { id: 'c', referenceId: 'r', isByService: false, amountMinor: 1n, createdAt: at, body: {} },
  ] as unknown as Payment['captures']
  for (const status of Object.keys(paymentStates.table) as PaymentStatus[]) {
    assert.equal(capture(payment(status, { captures: moved }), { amount: 'ten', reference_id: 'r' }, at), replay)
  }
})

test('the last minor unit closes, and is announced twice', () => {
  const change = capture(payment('AUTHORIZED', { capturedMinor: 33_999n }), { amount: '0.01' }, at) as PaymentChange
  assert.deepEqual(
    change.announced.map((state) => state.status),
    ['AUTHORIZED', 'CLOSED'],
  )
})

test('authorization lasts a year, also from a leap day', () => {
  const leap = authorize(payment('CREATED'), 0, Date.parse('2028-02-29T10:00:00.999Z'))
  assert.equal(new Date(leap.after.expiresAt).toISOString(), '2029-03-01T10:00:00.000Z')
  assert.equal(leap.after.dueAt, leap.after.authorizedAt)
})

test('nothing is settled before its time, and then at its time', () => {
  const waiting = payment('CREATED', { dueAt: at })
  assert.equal(settle(waiting, at - 1), undefined)
  assert.equal(settle(waiting, at + 5_000)?.after.expiredAt, at)
  const change = settle(payment('AUTHORIZED', { dueAt: at, capturedMinor: 4_000n }), at)
  assert.deepEqual(
    [change?.after.status, change?.capture?.amountMinor, change?.capture?.referenceId],
    ['CLOSED', 30_000n, 'auto-capture-p'],
  )
})
