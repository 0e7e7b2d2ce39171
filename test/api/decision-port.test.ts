import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { succeed } from '../../testkit/client.ts'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { openScoringDouble, orderFrom, riskSecret } from '../support/scoring.ts'

const scoring = await openScoringDouble()
const api = await openTestApi({ env: { RISK_URL: scoring.url, RISK_SECRET: riskSecret, RISK_TIMEOUT_MS: '5000' } })
after(async () => {
  await api.close()
  await scoring.close()
})

const { test: shop } = await api.newMerchant()
const order = (of: Shop = shop, amount?: string, payment?: object) => orderFrom(of, amount, payment)
beforeEach(() => {
  scoring.questions.length = 0
  scoring.answer({ decision: 'approve' })
})

test('the question has exactly the members of the contract, and is signed as webhooks are', async () => {
  const { body } = await order(shop, '340.00', { meta: { channel: 'app' } })
  const [{ headers, text, body: question } = assert.fail('nobody was asked')] = scoring.questions
  const { payment } = succeed(await shop.call('GET', `/api/v2/checkout/${body.id}`)).body
  const { id, amount, currency, buyer, shipping_address, order: ordered, buyer_history, order_history, meta } = payment
  const { decision_id, at, ...rest } = question
  assert.deepEqual(rest, {
    is_test: true,
    merchant_code: 'main',
    session_id: body.id,
    payment: { id, amount, currency, buyer, shipping_address, order: ordered, buyer_history, order_history, meta },
    customer: { phone: '+971500000001', open_exposure: '0.00', orders_last_day: 0, overdue: false },
    plans: ['4xP1M'],
  })
  assert.match(at, /^2026-03-01T10:\d\d:\d\dZ$/)
  assert.equal(headers['webhook-id'], decision_id)
  assert.match(String(headers['webhook-signature']), /^v1,\S+ v1a,\S+$/)
  const stamp = new Date(Number(headers['webhook-timestamp']) * 1_000)
  assert.equal(
    String(headers['webhook-signature']).replace(/ v1a,\S+$/, ''),
    new Webhook(riskSecret).sign(decision_id, stamp, text),
  )
  assert.equal(Math.floor(api.service.clock.now() / 1_000), Number(headers['webhook-timestamp']))
})

test("the customer's facts are those of the rules", async () => {
  const { test: own } = await api.newMerchant()
  await own.authorizedPayment('400.00')
  scoring.questions.length = 0
  await order(own)
  const [question] = scoring.questions
  assert.deepEqual(question?.body.customer, {
    ...{ phone: '+971500000001', open_exposure: '300.00', orders_last_day: 1, overdue: false },
  })
  await order(own, '340.00', { buyer: { name: 'Sara', email: 'sara@example.com', phone: 'unknown' } })
  assert.deepEqual(scoring.questions[1]?.body.customer, {
    ...{ phone: '', open_exposure: '0.00', orders_last_day: 0, overdue: false },
  })
})

test('an approved order is created, and a declined one is rejected with the reasons', async () => {
  scoring.answer({ decision: 'approve', reasons: ['good'], limit: null, terms: null, score: 9 })
  const approved = await order()
  const { decision_id, duration_ms, ...verdict } = approved.port
  assert.equal(approved.status, 'created')
  assert.match(decision_id, /^[0-9a-f-]{36}$/)
  assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0)
  const none = { limit: null, terms: null, failure: null, fallback: null }
  assert.deepEqual(verdict, { answer: 'approve', reasons: ['good'], ...none })
  scoring.answer({ decision: 'decline', reasons: ['<b>thin file</b>'] })
  const { status, reason, port } = await order()
  assert.deepEqual(
    [status, reason, port.answer, port.reasons],
    ['rejected', 'not_available', 'decline', ['<b>thin file</b>']],
  )
})

test('the service asks only about orders that its own rules let pass', async () => {
  assert.equal((await order(shop, '0.50')).port, undefined)
  const { port } = await order(shop, '340.00', { buyer: { name: 'S', email: 's@example.com', phone: '+971500000002' } })
  assert.equal(port, undefined)
  assert.equal(scoring.questions.length, 0)
})

test('a limit declines an order by which the customer would owe more', async () => {
  const { test: own } = await api.newMerchant()
  const buyer = newBuyer()
  const { body } = await order(own, '400.00', { buyer })
  succeed(await own.call('POST', `/sandbox/payments/${body.payment.id}/authorize`))
  scoring.answer({ decision: 'approve', limit: '640.00' })
  assert.equal((await order(own, '340.00', { buyer })).status, 'created')
  scoring.answer({ decision: 'approve', limit: '639.99' })
  const { status, reason, port } = await order(own, '340.00', { buyer })
  assert.deepEqual([status, reason, port.answer, port.limit], ['rejected', 'not_available', 'approve', '639.99'])
  scoring.answer({ decision: 'refer', limit: '0' })
  assert.equal((await order(own, '340.00', { buyer })).status, 'rejected')
})

test('only the terms of the answer are offered and stored, and none of them declines', async () => {
  const { test: own } = await api.newMerchant()
  const plans = [
    { count: 4, period: 'P1M' },
    { count: 6, period: 'P1M' },
    { count: 2, period: 'P2W' },
  ]
  succeed(await own.call('PUT', '/sandbox/stores/main/plans', { plans }))
  const many = Array.from({ length: 5_000 }, (_, index) => `${index}xP1Y`)
  scoring.answer({ decision: 'approve', terms: [...many, '2xP2W', '6xP1M'] })
  const { body, port } = await order(own)
  assert.deepEqual(scoring.questions[0]?.body.plans, ['4xP1M', '6xP1M', '2xP2W'])
  const offered = body.configuration.available_products.installments
  assert.deepEqual(
    offered.map((plan: { installments_count: number }) => plan.installments_count),
    [5, 1],
  )
  assert.deepEqual(port.terms, ['6xP1M', '2xP2W'])
  const path = `/sandbox/payments/${body.payment.id}/authorize`
  assert.equal((await own.call('POST', path, { plan: '4xP1M' })).status, 400)
  assert.equal(succeed(await own.call('POST', path, {})).body.product.installments_count, 5)
  for (const terms of [[], ['12xP1M', 'nonsense']]) {
    scoring.answer({ decision: 'approve', terms })
    assert.equal((await order(own)).status, 'rejected')
  }
  scoring.answer({ decision: 'approve', terms: ['4xP1M'] })
  assert.equal((await order(shop)).status, 'created')
  scoring.answer({ decision: 'approve', terms: ['6xP1M'] })
  assert.equal((await order(shop)).status, 'rejected')
})

test('no connection of the database is held during the call, and two sessions are asked about at once', async () => {
  const waiting: (() => void)[] = []
  const busy: number[] = []
  scoring.answer((response) => {
    waiting.push(() => response.end('{"decision":"approve"}'))
    if (waiting.length < 2) return
    busy.push(api.service.app.db.poolState().busy)
    for (const answer of waiting) answer()
  })
  const orders = await Promise.all([order(), order()])
  assert.deepEqual(
    orders.map(({ status }) => status),
    ['created', 'created'],
  )
  assert.notEqual(orders[0]?.port.decision_id, orders[1]?.port.decision_id)
  assert.deepEqual(busy, [0])
})

test('no log line has the secret, the customer or a reason', async () => {
  scoring.answer({ decision: 'decline', reasons: ['unmistakable reason'] })
  await order(shop, '340.00', {
    buyer: { name: 'Unmistakable', email: 'un@mistakable.example', phone: '+971500000001' },
  })
  const log = JSON.stringify(api.service.logged)
  for (const hidden of [riskSecret, 'Unmistakable', 'un@mistakable', 'unmistakable reason', '971500000001']) {
    assert.ok(!log.includes(hidden), hidden)
  }
})

test('the doctor finds nothing wrong', async () => {
  assert.deepEqual(await askDoctor(api.service.app), [])
})
