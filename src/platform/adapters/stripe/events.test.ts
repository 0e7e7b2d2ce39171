import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Stripe } from 'stripe'
import { readStripeEvent } from './events.ts'

const secret = 'whsec_test'
const [m, c, r] = [randomUUID(), randomUUID(), randomUUID()]
const ids = { qist_merchant_id: m, qist_charge_id: c }

function bodyOf(object: object, type = 'payment_intent.succeeded'): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
}

function sign(payload: string, ageSeconds = 0, by = secret): string {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp })
}

test('an event names its charge or refund', async () => {
  const charge = bodyOf({ object: 'payment_intent', metadata: ids })
  assert.deepEqual(await readStripeEvent(charge, sign(charge), secret), { type: 'charge', merchantId: m, id: c })
  const refund = bodyOf({ object: 'refund', metadata: { ...ids, qist_refund_id: r } })
  assert.deepEqual(await readStripeEvent(refund, sign(refund, 299), secret), {
    type: 'refund',
    merchantId: m,
    id: r,
  })
})

test('an event of another user of the account, or of the start of a charge, is ignored', async () => {
  const others = [{ metadata: { order: '1' } }, { metadata: null }, {}, { metadata: { ...ids, qist_charge_id: '1' } }]
  const challengeBody = bodyOf({ metadata: ids }, 'payment_intent.requires_action')
  for (const body of [challengeBody, ...others.map((object) => bodyOf(object))]) {
    assert.equal(await readStripeEvent(body, sign(body), secret), undefined)
  }
})

test('an event with another signature, a changed body, an old time or no content is refused as forged', async () => {
  const body = bodyOf({ metadata: ids })
  const changed = body.replace(c, r)
  assert.equal(await readStripeEvent(body, sign(body, 0, 'whsec_other'), secret), 'forged')
  assert.equal(await readStripeEvent(changed, sign(body), secret), 'forged')
  assert.equal(await readStripeEvent(body, sign(body, 301), secret), 'forged')
  for (const signature of ['', 't=1', 't=,v1=', `t=${Math.floor(Date.now() / 1_000)},v1=`, 'nonsense']) {
    assert.equal(await readStripeEvent(body, signature, secret), 'forged', signature)
  }
  for (const broken of ['', '{', 'null'])
    assert.equal(await readStripeEvent(broken, sign(broken), secret), 'forged', broken)
})
