import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeliveryLog } from '../../proof/delivery-log.ts'
import type { VisiblePayment } from '../../testkit/payment-model.ts'

const movement = { reference: 'r', minor: 1 }
const end: VisiblePayment = { status: 'CLOSED', captures: [movement], refunds: [movement] }
const ends = new Map([['p', end]])
const bodies = [
  { id: 'p', status: 'authorized', captures: [], refunds: [] },
  { id: 'p', status: 'authorized', captures: [{}], refunds: [] },
  { id: 'p', status: 'closed', captures: [{}], refunds: [] },
  { id: 'p', status: 'closed', captures: [{}], refunds: [{}] },
]
const written = new Set(['e0', 'e1', 'e2', 'e3'])

function arrive(deliveryLog: DeliveryLog, count: number): void {
  for (const [at, body] of bodies.slice(0, count).entries()) {
    deliveryLog.note({ headers: { 'webhook-id': `e${at}` }, text: JSON.stringify(body), body })
  }
}

test('no violation if everything has arrived, also more than once', () => {
  const deliveryLog = new DeliveryLog()
  arrive(deliveryLog, 4)
  arrive(deliveryLog, 2)
  assert.deepEqual(deliveryLog.check(ends, written), [])
  assert.deepEqual(deliveryLog.violations, [])
  assert.equal(deliveryLog.deliveries, 6)
})

test('violation: an acknowledged payment without its notification', () => {
  const deliveryLog = new DeliveryLog()
  arrive(deliveryLog, 3)
  assert.match(
    deliveryLog.check(ends, new Set(['e0', 'e1', 'e2'])).join(),
    /3 of 4 notifications arrived, without closed 1 1/,
  )
})

test('violation: a stored event that did not arrive, also of a payment without an acknowledged call', () => {
  const deliveryLog = new DeliveryLog()
  arrive(deliveryLog, 4)
  assert.deepEqual(deliveryLog.check(ends, new Set([...written, 'e9'])), ['event e9 is written and did not arrive'])
})

test('violation: an event that arrived and is not stored, and one that changed on the way', () => {
  const deliveryLog = new DeliveryLog()
  arrive(deliveryLog, 4)
  assert.deepEqual(deliveryLog.check(ends, new Set(['e0', 'e1', 'e2'])), ['event e3 arrived and is not written'])
  deliveryLog.note({ headers: { 'webhook-id': 'e0' }, text: 'other', body: bodies[0] })
  assert.deepEqual(deliveryLog.violations, ['event e0 was sent with two bodies'])
})
