import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../platform/base/refusals.ts'
import { noFees } from '../../../platform/merchants/stores/fee-rates.ts'
import type { Payment, PaymentChange } from '../payment.ts'
import { standardPlan } from '../payment-plan.ts'
import { type PaymentStatus, type PaymentTransition, paymentStates } from '../states.ts'
import { capture, dueChange, parseCapture } from './capture.ts'
import { changeBuyer } from './change-buyer.ts'
import { approve, authorize, decline, expire, reject } from './checkout.ts'
import { close } from './close.ts'
import { collect, failReturn, writeOff } from './collect.ts'
import { endDispute, openDispute } from './dispute.ts'
import { replay } from './movement.ts'
import { parseRefund, refund } from './refund.ts'
import { updateReference } from './update-reference.ts'

const at = Date.parse('2027-01-31T10:00:00Z')

function payment(status: PaymentStatus, members: Partial<Payment> = {}): Payment {
  const isClosed = status === 'CLOSED'
  return {
    ...({
      merchantId: 'm',
      id: 'p',
      storeId: 's',
      isTest: true,
      version: 1,
      changeId: null,
      status,
      currency: 'AED',
    } as const),
    ...{ amountMinor: 34_000n, capturedMinor: isClosed ? 34_000n : 0n, refundedMinor: 0n },
    ...{ paidMinor: status === 'AUTHORIZED' || isClosed ? 8_500n : 0n, orderReference: '1001', createdAt: at },
    ...{ expiresAt: at + 1_000_000, authorizedAt: at, closedAt: null, expiredAt: null, dueAt: null, disputeId: null },
    ...{
      writtenOffMinor: 0n,
      referredUntil: null,
      announced: 0,
      plan: standardPlan,
      isHeld: false,
      feeRates: noFees,
      vatMinor: 0n,
      exactVat: 0n,
      captures: [],
      refunds: [],
      order: {} as Payment['order'],
    },
    ...members,
  }
}

const transitions: Record<PaymentTransition, (from: Payment) => unknown> = {
  approve: (from) => approve({ ...from, referredUntil: at }, at),
  authorize: (from) => authorize(from, null, at),
  reject: (from) => reject(from),
  expire: (from) => expire(from, at),
  capture: (from) => capture(from, parseCapture({ amount: '1' }, from.currency, 'strict'), at),
  close: (from) => close(from, at),
  refund: (from) => refund(from, parseRefund({ amount: '1' }, from.currency, 'strict'), at),
  update_reference: (from) => updateReference(from, 'B'),
  open_dispute: (from) => openDispute(from, 'd', 1n),
  end_dispute: (from) => endDispute({ ...from, disputeId: 'd' }, 'd'),
  collect: (from) => collect(from, 8_500n, 1n),
  fail_return: (from) => failReturn(from, 1n),
  write_off: writeOff,
  correct: (from) => changeBuyer('correct', from, from.order),
  erase: (from) => changeBuyer('erase', from, from.order),
}

/** No request leads here: an impossible transition is a bug, and throws. */
const byServiceAlone: readonly PaymentTransition[] = [
  ...(['end_dispute', 'collect', 'fail_return', 'write_off', 'correct', 'erase'] as const),
]

for (const status of Object.keys(paymentStates.table) as PaymentStatus[]) {
  for (const [transition, make] of Object.entries(transitions) as [PaymentTransition, (from: Payment) => unknown][]) {
    const targets = paymentStates.table[status][transition]
    test(`${transition} of a payment in ${status} is ${targets === undefined ? 'refused' : `possible, to ${targets.join(' or ')}`}`, () => {
      if (targets === undefined) {
        assert.throws(() => make(payment(status)), byServiceAlone.includes(transition) ? Error : Refusal)
        return
      }
      const change = make(payment(status)) as PaymentChange
      assert.equal(change.transition, transition)
      assert.ok(targets.includes(change.after.status))
      assert.equal(change.after.version, 2)
      assert.equal(
        change.entries.reduce((sum, entry) => sum + entry.amountMinor, 0n),
        0n,
      )
    })
  }
}

test('a repeated reference is recognized before any other check, with any amount', () => {
  const captures = [
    { id: 'c', referenceId: 'r', isByService: false, amountMinor: 1n, createdAt: at, body: {} },
  ] as unknown as Payment['captures']
  const request = parseCapture({ amount: 'ten', reference_id: 'r' }, 'AED', 'strict')
  for (const status of Object.keys(paymentStates.table) as PaymentStatus[]) {
    assert.equal(capture(payment(status, { captures }), request, at), replay)
  }
})

test('the capture of the last minor unit closes the payment, and is announced twice', () => {
  const change = capture(
    payment('AUTHORIZED', { capturedMinor: 33_999n }),
    parseCapture({ amount: '0.01' }, 'AED', 'strict'),
    at,
  ) as PaymentChange
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

test('a due transition happens at its time, and not before', () => {
  const waiting = payment('CREATED', { dueAt: at })
  assert.equal(dueChange(waiting, at - 1), undefined)
  assert.equal(dueChange(waiting, at + 5_000)?.after.expiredAt, at)
  const change = dueChange(payment('AUTHORIZED', { dueAt: at, capturedMinor: 4_000n }), at)
  assert.deepEqual(
    [change?.after.status, change?.movement?.amountMinor, change?.movement?.referenceId],
    ['CLOSED', 30_000n, 'auto-capture-p'],
  )
})

test('a referred payment is paid only after an approval, and rejected by a refusal or at its due time', () => {
  const until = at + 900_000
  const referred = payment('CREATED', { referredUntil: until, dueAt: until })
  assert.throws(() => authorize(referred, null, at), { message: 'payment is not waiting for the customer' })
  const approved = approve(referred, at + 1_800_000)
  assert.deepEqual([approved.after.referredUntil, approved.after.dueAt], [null, at + 1_800_000])
  assert.deepEqual([approved.after.status, approved.announced], ['CREATED', []])
  assert.equal(authorize(approved.after, null, at).after.status, 'AUTHORIZED')
  const declined = decline(referred)
  assert.deepEqual(
    [declined.after.status, declined.after.referredUntil, declined.after.dueAt],
    ['REJECTED', null, null],
  )
  assert.equal(dueChange(referred, until - 1), undefined)
  const undecided = dueChange(referred, until + 5_000)
  assert.deepEqual([undecided?.transition, undecided?.dueAt, undecided?.announced.length], ['reject', until, 1])
})

test('a referred payment that expires before the referral ends is expired', () => {
  const change = dueChange(payment('CREATED', { referredUntil: at + 900_000, dueAt: at + 60_000 }), at + 60_000)
  assert.deepEqual([change?.after.status, change?.after.referredUntil], ['EXPIRED', null])
})

test('only a referred payment is approved or declined', () => {
  for (const other of [payment('CREATED'), payment('REJECTED', { referredUntil: at }), payment('EXPIRED')]) {
    for (const decide of [() => approve(other, at), () => decline(other)]) {
      assert.throws(decide, { message: 'payment is not waiting for a decision' })
    }
  }
})
