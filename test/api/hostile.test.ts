import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkoutBody, type Shop } from '../../testkit/shop.ts'
import { nobody, openTestApi } from '../support/api.ts'
import { hostileAmounts, hostileBodies } from '../support/hostile.ts'

const api = await openTestApi({ env: { LOG_LEVEL: 'warn' } })
after(() => api.close())
const { shop } = api
const seed = 20_261_121

/** Sends all bodies, several at a time. Returns the statuses. Answers are checked against the reference. */
async function sendAll(method: string, path: string, bodies: readonly (string | Buffer)[]): Promise<number[]> {
  const statuses: number[] = []
  const rest = bodies.entries()
  const worker = async (): Promise<void> => {
    for (const [index, body] of rest) {
      const response = await fetch(`${shop.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
        body: new Uint8Array(Buffer.from(body)),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      assert.ok(response.status < 500, `${method} ${path} ${String(body).slice(0, 400)} → ${text}`)
      const { status, headers } = response
      api.reference.conform(method, path, { status, headers, text, body: JSON.parse(text) })
      statuses[index] = response.status
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return statuses
}

const amounts = hostileAmounts(2_000, seed)

for (const kind of ['captures', 'refunds'] as const) {
  test(`${amounts.length} hostile amounts move nothing in ${kind}`, async () => {
    const id = kind === 'captures' ? await shop.authorizedPayment() : await shop.capturedPayment()
    const path = `/api/v2/payments/${id}`
    const [payment, rows] = [(await shop.call('GET', path)).body, await api.countRows()]
    const statuses = await sendAll(
      'POST',
      `${path}/${kind}`,
      amounts.map((amount) => `{"amount":${amount}}`),
    )
    const accepted = amounts.filter((_, index) => statuses[index] !== 400)
    assert.deepEqual(accepted, [])
    assert.deepEqual([(await shop.call('GET', path)).body, await api.countRows()], [payment, rows])
  })
}

test(`${amounts.length} hostile amounts open no session`, async () => {
  const before = await api.countRows()
  const body = JSON.stringify(checkoutBody('demo_ae', 'AED', 'AMOUNT', {}, {}))
  const bodies = amounts.map((amount) => body.replace('"AMOUNT"', () => amount))
  const statuses = await sendAll('POST', '/api/v2/checkout', bodies)
  // A numeric amount far outside the store's limits is rejected by pre-scoring, with HTTP 200.
  const opened = amounts.filter((_, index) => statuses[index] === 200)
  assert.ok(
    opened.every((amount) => Number(JSON.parse(amount)) > 50_000),
    opened.slice(0, 5).join(' '),
  )
  const after = await api.countRows()
  assert.equal((after['payments'] ?? 0) - (before['payments'] ?? 0), opened.length)
})

const item = {
  title: 'T',
  quantity: 1,
  unit_price: '5',
  category: 'C',
  is_refundable: true,
  image_url: 'https://a.example',
}
const moved = { amount: '900.00', reference_id: 'r', tax_amount: '1', items: [item] }
const past = { purchased_at: '2025-01-01', amount: '1', status: 'new', payment_method: 'card', items: [item] }
const full = checkoutBody(
  'demo_ae',
  'AED',
  '340.00',
  { order_history: [past], attachment: { body: '{}', content_type: 'x' } },
  {},
)

for (const [kind, body] of [
  ['captures', moved],
  ['refunds', { ...moved, reason: 'x' }],
] as const) {
  test(`500 fuzzed bodies change nothing in ${kind}`, async () => {
    const id = kind === 'captures' ? await shop.authorizedPayment() : await shop.capturedPayment()
    const path = `/api/v2/payments/${id}`
    const [payment, rows] = [(await shop.call('GET', path)).body, await api.countRows()]
    const statuses = await sendAll('POST', `${path}/${kind}`, hostileBodies(body, 500, seed))
    assert.ok(statuses.every((status) => status === 400))
    assert.deepEqual([(await shop.call('GET', path)).body, await api.countRows()], [payment, rows])
  })
}

test('500 fuzzed bodies of an update are refused or harmless', async () => {
  const rows = await api.countRows()
  const statuses = await sendAll(
    'PUT',
    `/api/v2/payments/${nobody}`,
    hostileBodies({ order: { reference_id: 'x' }, more: [{}] }, 500, seed),
  )
  assert.ok(statuses.every((status) => status === 400 || status === 404))
  assert.deepEqual(await api.countRows(), rows)
})

test('500 fuzzed bodies open a session or are refused as a whole', async () => {
  const before = await api.countRows()
  const statuses = await sendAll('POST', '/api/v2/checkout', hostileBodies(full, 500, seed))
  assert.ok(statuses.every((status) => [200, 400, 401, 403].includes(status)))
  const opened = statuses.filter((status) => status === 200).length
  assert.ok(opened < 250)
  const after = await api.countRows()
  for (const table of ['payments', 'payment_orders', 'sessions', 'payment_timeline']) {
    assert.equal((after[table] ?? 0) - (before[table] ?? 0), opened, table)
  }
})

test('500 fuzzed bodies neither advance a clock nor make an incomplete merchant', async () => {
  const clock = (await shop.call('GET', '/sandbox/clock')).body
  const moves = await sendAll('POST', '/sandbox/clock', hostileBodies({ advance: 'P999Y' }, 500, seed))
  assert.ok(moves.every((status) => status === 400))
  assert.deepEqual((await shop.call('GET', '/sandbox/clock')).body, clock)
  const count = async () =>
    (await api.service.database.query('select count(*)::int as n from merchants'))[0]?.['n'] as number
  const before = await count()
  const good = { name: 'S', region: 'uae', stores: [{ merchant_code: 'a', country: 'AE', checkout: 'strict' }] }
  const made = await sendAll('POST', '/sandbox/merchants', hostileBodies(good, 500, seed))
  assert.ok(made.every((status) => status === 200 || status === 400))
  assert.equal((await count()) - before, made.filter((status) => status === 200).length)
})

test("another merchant's key reads nothing on any route of the reference", async () => {
  const [own, other] = [await api.newMerchant(), await api.newMerchant()]
  const session = (await own.test.checkout()).body
  const paid = await own.test.authorizedPayment()
  const before = await api.countRows()
  const bodies: Record<string, object> = { updatePayment: { order: { reference_id: 'stolen' } } }
  const routes = api.reference.operations.filter(
    ({ path, operationId }) => path.includes('{') && operationId !== 'drawQrCode',
  )
  assert.ok(routes.length >= 15)
  for (const { method, path, operationId } of routes) {
    const id = path.includes('/checkout/') ? session.id : path.includes('/payments/') ? paid : nobody
    const at = path.replace(/\{\w+\}/, id)
    const body =
      method === 'GET' || method === 'DELETE' ? undefined : (bodies[operationId] ?? { amount: '1', reference_id: 'x' })
    const strangers: Shop[] = [own.live, other.test, other.live, api.open(own.keys.live.public), api.open('')]
    for (const stranger of strangers) {
      const answer = await stranger.call(method, at, body, { 'x-merchant-code': 'main' })
      assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path} → ${answer.status} ${answer.text}`)
    }
  }
  assert.deepEqual(await api.countRows(), before)
})

test('after all of this the service is healthy and has logged no failure', async () => {
  assert.equal((await shop.call('GET', '/health')).body.status, 'ok')
  const failures = api.service.logged.filter((line) => line['level'] === 'error' || line['level'] === 'fatal')
  assert.deepEqual(failures, [])
})
