import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type Answer, succeed } from '../../testkit/client.ts'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { openScoringDouble, riskSecret } from '../support/scoring.ts'

const scoring = await openScoringDouble()
const timeoutMs = 300
const env = { RISK_URL: scoring.url, RISK_SECRET: riskSecret, RISK_TIMEOUT_MS: String(timeoutMs) }
const api = await openTestApi({ env })
const lenient = await openTestApi({ env: { ...env, RISK_FALLBACK: 'approve' } })
after(async () => {
  await api.close()
  await lenient.close()
  await scoring.close()
})

const { test: shop } = await api.newMerchant()
const { test: trusting } = await lenient.newMerchant()
beforeEach(() => {
  scoring.questions.length = 0
  scoring.answer({ decision: 'approve' })
})

const decisionOf = async (of: Shop, { body }: Answer) =>
  succeed(await of.call('GET', `/sandbox/payments/${body.payment.id}/decision`)).body.decision

/** Orders, and returns the session's status and the port's verdict. */
async function order(of: Shop = shop, amount = '340.00', payment: object = {}) {
  const session = succeed(await of.checkout(amount, payment))
  const { outcome, reason, port } = await decisionOf(of, session)
  const { rejection_reason } = session.body.configuration.products.installments
  assert.equal(rejection_reason, reason)
  assert.equal(outcome === 'rejected', session.body.status === 'rejected')
  return { status: session.body.status, reason, port, body: session.body }
}

/** Ends a pause of the circuit breaker, and the count of failures. */
async function recover(): Promise<void> {
  scoring.answer({ decision: 'approve' })
  for (const { service, shop: demo } of [api, lenient]) {
    service.clock.advance(10_000)
    await demo.checkout()
  }
  scoring.questions.length = 0
}

test('the question has exactly the members of the contract, and is signed as webhooks are', async () => {
  const { body } = await order(shop, '340.00', { meta: { channel: 'app' } })
  const [{ headers, text, body: asked } = assert.fail('nobody was asked')] = scoring.questions
  const { payment } = succeed(await shop.call('GET', `/api/v2/checkout/${body.id}`)).body
  const { id, amount, currency, buyer, shipping_address, order: ordered, buyer_history, order_history, meta } = payment
  const { decision_id, at, ...rest } = asked
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
  assert.match(String(headers['webhook-signature']), /^v1,/)
  const signed = { ...headers, 'webhook-timestamp': String(headers['webhook-timestamp']) } as Record<string, string>
  const stamp = new Date(Number(headers['webhook-timestamp']) * 1_000)
  assert.equal(signed['webhook-signature'], new Webhook(riskSecret).sign(decision_id, stamp, text))
  assert.equal(Math.floor(api.service.clock.now() / 1_000), Number(headers['webhook-timestamp']))
})

test("the customer's facts are those of the rules", async () => {
  const { test: own } = await api.newMerchant()
  await own.authorizedPayment('400.00')
  scoring.questions.length = 0
  await order(own)
  const [asked] = scoring.questions
  assert.deepEqual(asked?.body.customer, {
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

const wrongAnswers: readonly (object | string)[] = [
  ...['', 'approve', 'null', '[]', '{"decision":', '"approve"', '{"decision":"approve"}x', '[['.repeat(9_000)],
  ...[{}, { decision: 'APPROVE' }, { decision: ['approve'] }, { decision: null }, { decision: 'constructor' }],
  ...[
    { decision: 'approve', reasons: 'good' },
    { decision: 'approve', reasons: [1] },
  ],
  ...[
    { decision: 'approve', limit: 1000 },
    { decision: 'approve', limit: 'NaN' },
    { decision: 'approve', limit: '1e3' },
  ],
  ...[
    { decision: 'approve', limit: '1.001' },
    { decision: 'approve', terms: '4xP1M' },
    { decision: 'approve', terms: [null] },
  ],
  { decision: 'approve', padding: 'x'.repeat(65_536) },
]

test('an answer of another shape, or one that is too long, is nonsense', async () => {
  for (const wrong of wrongAnswers) {
    await recover()
    scoring.answer((response) => response.end(typeof wrong === 'string' ? wrong : JSON.stringify(wrong)))
    const { status, port } = await order()
    const shown = [status, port.answer, port.failure, port.fallback]
    assert.deepEqual(shown, ['rejected', null, 'nonsense', 'decline'], JSON.stringify(wrong).slice(0, 80))
    assert.equal((await order(trusting)).status, 'created')
  }
  await recover()
})

test('an answer of 64 KiB is read, and 10,000 reasons are cut', async () => {
  const padding = 'x'.repeat(65_536 - JSON.stringify({ decision: 'approve', padding: '' }).length)
  scoring.answer({ decision: 'approve', padding })
  assert.equal((await order()).port.failure, null)
  const reasons = ['a\0b\ud800', 'r'.repeat(2_000), ...Array.from({ length: 10_000 }, () => '!')]
  scoring.answer({ decision: 'decline', reasons })
  const { port } = await order()
  assert.equal(port.answer, 'decline')
  assert.deepEqual([port.reasons.length, port.reasons[0], port.reasons[1].length], [50, 'ab\ufffd', 300])
})

type Play = Parameters<typeof scoring.answer>[0]

const failing: readonly (readonly [string, 'late' | 'broken' | 'nonsense', Play])[] = [
  ['silence', 'late', () => undefined],
  ['headers and silence', 'late', (response) => response.writeHead(200).write('{"decision":')],
  [
    'a slow trickle',
    'late',
    (response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['status 500', 'broken', (response) => response.writeHead(500).end('{"decision":"approve"}')],
  ['status 201', 'broken', (response) => response.writeHead(201).end('{"decision":"approve"}')],
  ['a redirect', 'broken', (response) => response.writeHead(307, { location: scoring.url }).end()],
  ['a reset', 'broken', (response) => response.socket?.resetAndDestroy()],
  [
    'a reset within the body',
    'broken',
    (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"decision":"approve"}')
      setTimeout(() => response.socket?.destroy(), 30)
    },
  ],
  [
    'a chunked body that is cut off',
    'broken',
    (response) => {
      response.writeHead(200).write('{"decision":"approve"}')
      setTimeout(() => response.socket?.destroy(), 30)
    },
  ],
  [
    'an endless answer',
    'nonsense',
    (response) => {
      const timer = setInterval(() => response.write('x'.repeat(40_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
  ],
]

for (const [name, failure, play] of failing) {
  test(`${name}: the answer is ${failure}, and the fallback holds`, async () => {
    await recover()
    scoring.answer(play)
    const startedAt = performance.now()
    const { status, reason, port } = await order()
    assert.ok(performance.now() - startedAt < 10 * timeoutMs)
    assert.deepEqual([status, reason, port.failure, port.fallback], ['rejected', 'not_available', failure, 'decline'])
    assert.deepEqual([port.answer, port.reasons, port.limit, port.terms], [null, [], null, null])
    if (failure === 'late') assert.ok(port.duration_ms >= timeoutMs - 5, `${port.duration_ms}`)
    const { status: trusted, port: verdict } = await order(trusting)
    assert.deepEqual([trusted, verdict.failure, verdict.fallback], ['created', failure, 'approve'])
    assert.equal(scoring.questions.length, 2)
    await recover()
  })
}

test('no connection: the answer is broken', async () => {
  const gone = await openScoringDouble()
  await gone.close()
  const own = await openTestApi({ env: { ...env, RISK_URL: gone.url } })
  try {
    assert.equal((await order((await own.newMerchant()).test)).port.failure, 'broken')
  } finally {
    await own.close()
  }
})

test('no connection of the database is held during the call, and two sessions are asked about at once', async () => {
  let waiting = 0
  let most = 0
  const busy: number[] = []
  scoring.answer((response) => {
    waiting += 1
    most = Math.max(most, waiting)
    setTimeout(() => {
      busy.push(api.service.app.db.poolState().busy)
      waiting -= 1
      response.end('{"decision":"approve"}')
    }, 50)
  })
  const orders = await Promise.all([order(), order()])
  assert.deepEqual(
    orders.map(({ status }) => status),
    ['created', 'created'],
  )
  assert.equal(most, 2)
  assert.notEqual(orders[0]?.port.decision_id, orders[1]?.port.decision_id)
  assert.equal(busy[0], 0)
})

test('after five failures in a row nobody is asked for ten seconds, then one is tried', async () => {
  await recover()
  scoring.answer((response) => response.writeHead(500).end())
  for (let i = 0; i < 5; i += 1) assert.equal((await order()).port.failure, 'broken')
  scoring.answer({ decision: 'approve' })
  const { status, port } = await order()
  assert.deepEqual([status, port.failure, port.fallback, port.duration_ms], ['rejected', 'skipped', 'decline', 0])
  api.service.clock.advance(9_999)
  assert.equal((await order()).port.failure, 'skipped')
  assert.equal(scoring.questions.length, 5)
  api.service.clock.advance(1)
  scoring.answer((response) => response.end('nonsense'))
  assert.equal((await order()).port.failure, 'nonsense')
  assert.equal((await order()).port.failure, 'skipped')
  api.service.clock.advance(10_000)
  scoring.answer({ decision: 'approve' })
  assert.equal((await order()).port.answer, 'approve')
  assert.equal((await order()).port.answer, 'approve')
  assert.equal(scoring.questions.length, 8)
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

test('the metric counts each outcome', async () => {
  const text = await (await fetch(`${api.service.urls.uae}/metrics`)).text()
  const read = (outcome: string): number =>
    Number(new RegExp(`^qist_decisions_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  for (const outcome of ['approve', 'decline', 'refer', 'late', 'broken', 'nonsense', 'skipped']) {
    assert.ok(read(outcome) > 0, outcome)
  }
  assert.match(text, /qist_outbound_calls_total\{to="scoring_service",call="ask",outcome="late"\} \d+/)
})
