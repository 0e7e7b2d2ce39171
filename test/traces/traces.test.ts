import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { stopService } from '../../testkit/service.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { type CollectedSpan, type Collector, openCollector } from '../support/collector.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, type RunningService, startService } from '../support/service-process.ts'

let database: TestDatabase
let receiver: Receiver

before(async () => {
  database = await openTestDatabase()
  receiver = await openReceiver()
})
after(async () => {
  await receiver.close()
  await database.close()
})

interface TracedService {
  readonly collector: Collector
  readonly service: RunningService
  readonly baseUrl: string
}

async function startTold(env: NodeJS.ProcessEnv = {}): Promise<TracedService> {
  const collector = await openCollector()
  cleanUp(() => collector.close())
  const service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: newDataDir(),
    SECRETS_KEY: 'a1b2'.repeat(16),
    SIGNING_KEY: 'c3d4'.repeat(16),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collect-5ecret',
    WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`,
    ...env,
  })
  return { collector, service, baseUrl: service.uae.baseUrl }
}

async function newLiveShop(baseUrl: string): Promise<{ shop: Shop; merchantId: string }> {
  const stores = [{ merchant_code: 'main', country: 'AE' }]
  const made = await openShop(baseUrl, '').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores })
  return {
    shop: openShop(baseUrl, made.body.keys.live.secret, { merchantCode: 'main' }),
    merchantId: made.body.merchant.id,
  }
}

const childrenOf = (spans: readonly CollectedSpan[], { spanId }: CollectedSpan): CollectedSpan[] =>
  spans.filter((span) => span.parentSpanId === spanId)

test('a request has a span with route, merchant and id, and the statements that it shared with others', async () => {
  const { collector, baseUrl } = await startTold()
  const { shop, merchantId } = await newLiveShop(baseUrl)
  const ids = await Promise.all(Array.from({ length: 12 }, () => shop.authorizedPayment('10.00')))
  const answers = await Promise.all(
    ids.map((id) => shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '4.00', reference_id: 'c1' })),
  )
  const requestIds = new Set(answers.map(({ headers }) => headers.get('x-request-id')))
  const isOurs = (span: CollectedSpan): boolean => requestIds.has(String(span.attributes['qist.request_id']))
  await collector.until(() => collector.spans.filter(isOurs).length === ids.length)
  const captures = collector.spans.filter(isOurs)
  for (const capture of captures) {
    assert.equal(capture.name, 'capturePayment')
    assert.equal(capture.attributes['http.route'], '/api/v2/payments/:id/captures')
    assert.equal(Number(capture.attributes['http.response.status_code']), 200)
    assert.equal(capture.attributes['qist.merchant_id'], merchantId)
    assert.equal(capture.parentSpanId, undefined)
    const within = childrenOf(collector.spans, capture)
    const names = within.map(({ name }) => name)
    // The process knows the payment, because it has just authorized it.
    assert.deepEqual([names.includes('find_payments'), names.includes('save_payments')], [false, true], String(names))
    assert.ok(within.every((span) => span.durationMs <= capture.durationMs && span.traceId === capture.traceId))
  }
  const sizes = captures.flatMap((capture) =>
    childrenOf(collector.spans, capture)
      .filter(({ name }) => name === 'save_payments')
      .map(({ attributes }) => Number(attributes['db.operation.batch.size'])),
  )
  assert.equal(sizes.length, ids.length)
  assert.ok(Math.max(...sizes) > 1 && Math.min(...sizes) >= 1, String(sizes))
  assert.equal(collector.headers[0]?.authorization, 'Bearer collect-5ecret')
})

test('calls to the card processor and to shops have spans, and no trace header is sent to them', async () => {
  const { collector, baseUrl } = await startTold()
  const { shop } = await newLiveShop(baseUrl)
  receiver.received.length = 0
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook' })
  const id = await shop.authorizedPayment('10.00')
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10.00' })
  const charge = await collector.until(({ name }) => name === 'card_processor charge')
  assert.equal(charge.attributes['qist.outcome'], 'charged')
  assert.notEqual(charge.parentSpanId, undefined)
  const post = await collector.until(({ name }) => name === 'webhook post')
  assert.equal(post.attributes['qist.outcome'], '2xx')
  await receiver.waitFor(2)
  for (const { headers } of receiver.received) {
    assert.deepEqual(
      [headers['traceparent'], headers['tracestate'], headers['baggage']],
      [undefined, undefined, undefined],
    )
  }
})

test('rounds with work have spans with their statements; empty rounds have none', async () => {
  const { collector, baseUrl } = await startTold()
  const { shop } = await newLiveShop(baseUrl)
  const id = await shop.createdPayment()
  await database.query(`update payments set due_at = now() - interval '1 second' where id = '${id}'`)
  // A slow round without work has a span, too.
  const round = await collector.until(
    ({ name, attributes }) => name === 'settle due payments' && Number(attributes['qist.done']) >= 1,
  )
  assert.ok(childrenOf(collector.spans, round).some(({ name }) => name === 'list_due_payments'))
  const idle = collector.spans.filter(({ name, durationMs }) => name === 'settle due disputes' && durationMs < 250)
  assert.deepEqual(idle, [])
})

test('no span has a secret or a typed text', async () => {
  const { collector, baseUrl } = await startTold()
  const { shop } = await newLiveShop(baseUrl)
  const header = { title: 'X-Planted', value: 'planted-header' }
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/planted-hook?token=planted-token', header })
  const buyer = { name: 'Planted Name', email: 'planted@example.com', phone: '+971500009876' }
  const id: string = succeed(await shop.checkout('10.00', { buyer, description: 'planted' })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  const body = {
    amount: '4.00',
    reference_id: 'planted-reference',
    items: [{ title: 'planted-item', quantity: 1, unit_price: '4.00', category: 'x' }],
  }
  await shop.call('POST', `/api/v2/payments/${id}/captures`, body)
  await shop.call('GET', `/api/v2/payments?order_reference_id=planted-search&limit=planted-limit`)
  await shop.call('GET', '/planted/path/of/nothing')
  await openShop(baseUrl, 'sk_planted-key').call('GET', `/api/v2/payments/${id}`)
  await fetch(`${baseUrl}/dashboard/sign-in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: 'planted-cookie=1',
      'user-agent': 'planted-agent',
    },
    body: 'email=planted%40example.com&password=planted-password',
  })
  await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '4242424242424242' })
  await collector.until(({ attributes }) => attributes['http.route'] === '/sandbox/payments/:id/card')
  await collector.until(({ name }) => name === 'webhook post')
  // Nanoseconds and ids may contain any digits.
  const sent = collector.texts.join('\n').replaceAll(/"\w*(?:UnixNano|traceId|[sS]panId)":"\w*"/g, '')
  assert.match(sent, /"name":"webhook post"/)
  assert.doesNotMatch(sent, /planted/i)
  assert.doesNotMatch(sent, /0009876|424242|collect-5ecret|sk_/)
  assert.ok(!sent.includes(id), 'not even a payment')
})

test("a trace of a trusted proxy is continued, and a stranger's is not", async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const ask = async (
    { baseUrl, collector }: TracedService,
    headers: Record<string, string>,
  ): Promise<CollectedSpan> => {
    const answer = await fetch(`${baseUrl}/api/v2/payments`, { headers: { traceparent, ...headers } })
    const requestId = answer.headers.get('x-request-id')
    return collector.until(({ attributes }) => attributes['qist.request_id'] === requestId)
  }
  const stranger = await ask(await startTold(), { 'x-forwarded-for': '203.0.113.7' })
  assert.notEqual(stranger.traceId, traceId)
  const behind = await startTold({ TRUSTED_PROXIES: '127.0.0.1' })
  const known = await ask(behind, { 'x-forwarded-for': '203.0.113.7' })
  assert.deepEqual([known.traceId, known.parentSpanId], [traceId, 'b7ad6b7169203331'])
  const odd = await ask(behind, { 'x-forwarded-for': '203.0.113.7', traceparent: `00-${'0'.repeat(32)}-odd-01` })
  assert.notEqual(odd.traceId, '0'.repeat(32))
})

test('waiting spans are sent when the service stops', async () => {
  const { collector, service, baseUrl } = await startTold()
  const answer = await fetch(`${baseUrl}/api/v2/payments`)
  const requestId = answer.headers.get('x-request-id')
  assert.equal(await stopService(service.process), 0)
  assert.ok(collector.spans.some(({ attributes }) => attributes['qist.request_id'] === requestId))
})

for (const [how, answer] of [
  ['refuses', (response: ServerResponse) => void response.writeHead(500).end()],
  ['never answers', () => undefined],
] as const) {
  test(`a collector that ${how} delays nothing: requests are answered, and the service stops in time`, async () => {
    const service = await startTold()
    service.collector.answer = answer
    const { shop } = await newLiveShop(service.baseUrl)
    for (let round = 0; round < 3; round += 1) {
      const ids = await Promise.all(Array.from({ length: 20 }, () => shop.createdPayment()))
      assert.equal(ids.length, 20)
    }
    await service.collector.until(() => service.collector.texts.length > 0)
    const stoppedAt = Date.now()
    assert.equal(await stopService(service.service.process), 0)
    assert.ok(Date.now() - stoppedAt < 8_000)
  })
}
