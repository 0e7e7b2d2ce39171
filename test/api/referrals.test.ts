import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decideReferral } from '../../src/money/payments/decide-referral.ts'
import { getPayment } from '../../src/money/payments/get-payment.ts'
import { callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { openOtherProcess } from '../support/service.ts'

const api = await openTestApi()
after(() => api.close())

const notOpen = 'payment is not waiting for the customer'
const notReferred = 'payment is not waiting for a decision'

async function openReferring(decision: object = { decision: 'refer', reasons: ['no bureau file'] }): Promise<Shop> {
  const { test: shop } = await api.newMerchant()
  succeed(await shop.call('PUT', '/sandbox/decision', decision))
  return shop
}

async function refer(shop: Shop) {
  const { body } = succeed(await shop.checkout('340.00', { buyer: newBuyer() }))
  assert.equal(body.status, 'created')
  return { session: body.id as string, payment: body.payment.id as string, body }
}

const decide = (shop: Shop, id: string, decision: string) =>
  shop.call('POST', `/sandbox/payments/${id}/decide`, { decision })
const authorize = (shop: Shop, id: string) => shop.call('POST', `/sandbox/payments/${id}/authorize`)
const statusOf = async (shop: Shop, id: string) => succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.status
const sessionOf = async (shop: Shop, id: string) => succeed(await shop.call('GET', `/api/v2/checkout/${id}`)).body
const chargesIn = (id: string) => api.service.database.query(`select from charges where payment_id = '${id}'`)

test('a referred order is created, and nobody can pay it before the decision', async () => {
  const shop = await openReferring()
  const { payment, body } = await refer(shop)
  assert.equal(body.configuration.products.installments.is_available, true)
  assertRefused(await authorize(shop, payment), 400, notOpen)
  assert.equal((await chargesIn(payment)).length, 0)
  const { decision } = succeed(await shop.call('GET', `/sandbox/payments/${payment}/decision`)).body
  assert.deepEqual([decision.outcome, decision.reason], ['referred', null])
  assert.deepEqual([decision.port.answer, decision.port.reasons], ['refer', ['no bureau file']])
  const approved = succeed(await decide(shop, payment, 'approve')).body
  assert.deepEqual([approved.id, approved.status], [payment, 'CREATED'])
  assert.equal(succeed(await authorize(shop, payment)).body.status, 'AUTHORIZED')
  assertRefused(await decide(shop, payment, 'decline'), 400, notReferred)
})

test('a declined order is rejected, announced once, and its session says not_available', async () => {
  const shop = await openReferring()
  const { payment, session } = await refer(shop)
  assert.equal(succeed(await decide(shop, payment, 'decline')).body.status, 'REJECTED')
  const { status, rejection_reason_code, configuration } = await sessionOf(shop, session)
  assert.deepEqual([status, rejection_reason_code], ['rejected', 'not_available'])
  assert.deepEqual(configuration.available_products, {})
  assertRefused(await decide(shop, payment, 'approve'), 400, notReferred)
  assertRefused(await authorize(shop, payment), 400, notOpen)
  const { notifications } = succeed(await shop.call('GET', `/sandbox/notifications?payment_id=${payment}`)).body
  assert.deepEqual(
    notifications.map(({ body }: { body: { status: string } }) => body.status),
    ['rejected'],
  )
})

test('a decision is refused for other payments, other merchants and other words', async () => {
  const shop = await openReferring()
  const { payment } = await refer(shop)
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'approve' }))
  const created = await shop.createdPayment()
  assertRefused(await decide(shop, created, 'approve'), 400, notReferred)
  assertRefused(await decide(shop, nobody, 'approve'), 404, 'no such payment')
  assertRefused(await decide(await openReferring(), payment, 'approve'), 404, 'no such payment')
  assertWrong(await decide(shop, payment, 'refer'), '$.decision')
  assertWrong(await shop.call('POST', `/sandbox/payments/${payment}/decide`, {}), '$.decision required')
  assert.equal(succeed(await decide(shop, payment, 'approve')).body.status, 'CREATED')
})

test('nobody decides within 15 minutes of the merchant: the payment is rejected at that time', async () => {
  const shop = await openReferring()
  const { payment, session, body } = await refer(shop)
  succeed(await shop.call('POST', '/sandbox/clock', { advance: 'PT14M59S' }))
  assert.equal(await statusOf(shop, payment), 'CREATED')
  succeed(await shop.call('POST', '/sandbox/clock', { advance: 'P3D' }))
  assert.equal(await statusOf(shop, payment), 'REJECTED')
  assert.equal((await sessionOf(shop, session)).status, 'rejected')
  assertRefused(await decide(shop, payment, 'approve'), 400, notReferred)
  const [step] = await api.service.database.query(
    `select actor, at from payment_timeline where payment_id = '${payment}' and move = 'reject'`,
  )
  assert.equal(step?.['actor'], 'service')
  assert.equal(Date.parse(String(step?.['at'])), Date.parse(body.payment.created_at) + 15 * 60_000)
})

test('an approved order expires as others do', async () => {
  const shop = await openReferring()
  const { payment } = await refer(shop)
  succeed(await shop.call('POST', '/sandbox/clock', { advance: 'PT14M' }))
  succeed(await decide(shop, payment, 'approve'))
  succeed(await shop.call('POST', '/sandbox/clock', { advance: 'PT2M' }))
  assert.equal(await statusOf(shop, payment), 'CREATED')
  succeed(await shop.call('POST', '/sandbox/clock', { advance: 'P1D' }))
  assert.equal(await statusOf(shop, payment), 'EXPIRED')
})

test('a referred order is still referred in a process that starts later, and due there', async () => {
  const shop = await openReferring()
  const { payment } = await refer(shop)
  const other = await openOtherProcess(api.service)
  try {
    const holder = await findKeyHolder(other.app, shop.key)
    assert.ok(typeof holder === 'object')
    const actor = callerFrom(holder, '')
    assert.notEqual((await getPayment(other.app, actor, payment)).referredUntil, null)
    const decided = await decideReferral(other.app, actor, payment, 'approve')
    assert.equal(decided.referredUntil, null)
  } finally {
    await other.close()
  }
  assert.equal(succeed(await authorize(shop, payment)).body.status, 'AUTHORIZED')
})

test('the customer, the merchant and a refusal may end a referred order', async () => {
  const shop = await openReferring()
  const ends = [
    [({ payment }: { payment: string }) => `/sandbox/payments/${payment}/cancel`, 'EXPIRED'],
    [({ payment }: { payment: string }) => `/sandbox/payments/${payment}/reject`, 'REJECTED'],
    [({ session }: { session: string }) => `/api/v2/checkout/${session}/cancel`, 'EXPIRED'],
  ] as const
  for (const [pathOf, status] of ends) {
    const order = await refer(shop)
    succeed(await shop.call('POST', pathOf(order)))
    assert.equal(await statusOf(shop, order.payment), status)
    assertRefused(await decide(shop, order.payment, 'approve'), 400, notReferred)
  }
})

test('two decisions at once: one counts, the other is refused', async () => {
  const shop = await openReferring()
  for (let round = 0; round < 5; round += 1) {
    const { payment } = await refer(shop)
    const answers = await Promise.all([decide(shop, payment, 'approve'), decide(shop, payment, 'decline')])
    const [won, ...more] = answers.filter(({ status }) => status === 200)
    assert.ok(won && more.length === 0)
    for (const { status, body } of answers.filter((answer) => answer !== won)) {
      assert.ok((status === 400 && body.error === notReferred) || status === 409, `${status} ${body.error}`)
    }
    assert.equal(await statusOf(shop, payment), won.body.status)
  }
})

test('a decision and a cancellation at once: one counts', async () => {
  const shop = await openReferring()
  for (let round = 0; round < 5; round += 1) {
    const { payment, session } = await refer(shop)
    const [decided, cancelled] = await Promise.all([
      decide(shop, payment, 'decline'),
      shop.call('POST', `/api/v2/checkout/${session}/cancel`),
    ])
    assert.equal([decided, cancelled].filter(({ status }) => status === 200).length, 1)
    assert.equal(await statusOf(shop, payment), decided.status === 200 ? 'REJECTED' : 'EXPIRED')
  }
})

test('the doctor finds nothing wrong', async () => {
  assert.deepEqual(await askDoctor(api.service.app), [])
})
