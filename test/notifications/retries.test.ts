import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { disableWebhook } from '../../src/platform/webhooks/endpoints/webhooks.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import type { TestService } from '../support/service.ts'

let notifying: NotifyingService
let receiver: Receiver
let service: TestService

before(async () => {
  notifying = await openNotifyingService({ workers: true, hosts: 'dead.test=127.0.0.1:1' })
  ;({ receiver, service } = notifying)
})
after(() => notifying.close())
afterEach(() => {
  receiver.received.length = 0
  receiver.answer = (_request, response) => void response.end('ok')
})

interface DeliveryRow {
  state: string
  next_attempt_at: string | null
  attempts: { at: string; status: number | null; answer: string }[]
}

/** The only delivery of a payment's only notification, when it matches. */
async function deliveryOf(
  shop: Shop,
  paymentId: string,
  isExpected: (delivery: DeliveryRow) => boolean,
): Promise<DeliveryRow> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const { body } = await shop.call('GET', `/sandbox/notifications?payment_id=${paymentId}`)
    const delivery: DeliveryRow = body.notifications[0].deliveries[0]
    if (isExpected(delivery)) return delivery
    if (performance.now() > deadline) throw new Error(`the delivery stays ${JSON.stringify(delivery)}`)
  }
}

const attempted = (count: number) => (delivery: DeliveryRow) => delivery.attempts.length === count

/** Advances the clock to the next attempt and wakes the dispatchers. */
function passTime(seconds: number): void {
  service.clock.advance(seconds * 1_000)
  service.app.deliveriesDue.wake()
}

test('a failing delivery is retried four times with one id and one body, and then given up', async () => {
  const { shop } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(503).end('busy')
  const id = await shop.authorizedPayment('10.00')
  const startedAt = service.clock.now()
  for (const [count, seconds] of [60, 120, 180, 240].entries()) {
    const { state, next_attempt_at } = await deliveryOf(shop, id, attempted(count + 1))
    assert.equal(state, 'waiting')
    assert.equal(Date.parse(next_attempt_at ?? ''), service.clock.now() + seconds * 1_000)
    passTime(seconds)
  }
  const { state, attempts } = await deliveryOf(shop, id, attempted(5))
  assert.equal(state, 'failed')
  assert.deepEqual(
    attempts.map((one) => [(Date.parse(one.at) - startedAt) / 1_000, one.status, one.answer]),
    [
      [0, 503, 'busy'],
      [60, 503, 'busy'],
      [180, 503, 'busy'],
      [360, 503, 'busy'],
      [600, 503, 'busy'],
    ],
  )
  const { received } = receiver
  assert.equal(received.length, 5)
  for (const member of ['webhook-id', 'webhook-sequence']) {
    assert.equal(new Set(received.map((one) => one.headers[member])).size, 1)
  }
  assert.equal(new Set(received.map((one) => one.text)).size, 1)
  assert.equal(
    new Set(received.map((one) => one.headers['webhook-timestamp'])).size,
    5,
    'the time is that of the attempt',
  )
})

test('the body never changes after the event', async () => {
  const { shop } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(500).end()
  const id = await shop.authorizedPayment('10.00')
  await deliveryOf(shop, id, attempted(1))
  receiver.answer = (_request, response) => void response.end()
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10', reference_id: 'c' })
  passTime(60)
  const again = await receiver.waitFor(2, (one) => one.headers['webhook-sequence'] === '1')
  assert.equal(again[1]?.text, again[0]?.text)
  assert.deepEqual(again[1]?.body.captures, [])
})

test("a receiver's Retry-After delays the next attempt", async () => {
  const { shop } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(429, { 'retry-after': '600' }).end()
  const id = await shop.authorizedPayment('10.00')
  const { next_attempt_at } = await deliveryOf(shop, id, attempted(1))
  assert.equal(Date.parse(next_attempt_at ?? ''), service.clock.now() + 600_000)
})

test('a receiver that asks for two hours is left alone for one', async () => {
  const { shop } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '7200' }).end()
  const id = await shop.authorizedPayment('10.00')
  const { state, next_attempt_at } = await deliveryOf(shop, id, attempted(1))
  assert.equal(state, 'waiting')
  assert.equal(Date.parse(next_attempt_at ?? ''), service.clock.now() + 3_600_000)
})

test('a refused connection is an ordinary failure', async () => {
  const { shop } = await notifying.newShop({ url: 'http://dead.test/hook' })
  const id = await shop.authorizedPayment('10.00')
  const { state, attempts } = await deliveryOf(shop, id, attempted(1))
  assert.deepEqual([state, attempts[0]?.status, attempts[0]?.answer], ['waiting', null, 'connection refused'])
})

test('410 disables the webhook until it is replaced', async () => {
  const { shop, webhookId } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(410).end()
  const id = await shop.authorizedPayment('10.00')
  const { state, attempts } = await deliveryOf(shop, id, attempted(1))
  assert.deepEqual([attempts[0]?.status, state], [410, 'failed'])
  await untilDisabled(webhookId)
  assert.equal(await reasonOf(webhookId), 'gone')
  const untold = await shop.authorizedPayment('10.00')
  const { body } = await shop.call('GET', `/sandbox/notifications?payment_id=${untold}`)
  assert.deepEqual(body.notifications[0].deliveries, [])
  receiver.answer = (_request, response) => void response.end()
  await shop.call('PUT', `/api/v1/webhooks/${webhookId}`, { url: 'http://shop.test/hook' })
  const announced = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.body.id === announced)
})

test('a webhook that fails for five days is disabled, and its waiting deliveries are dropped', async () => {
  const { shop, merchantId, webhookId } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(500).end()
  const first = await shop.authorizedPayment('10.00')
  await deliveryOf(shop, first, attempted(1))
  passTime(5 * 24 * 3600)
  for (const [count, seconds] of [120, 180, 240].entries()) {
    await deliveryOf(shop, first, attempted(count + 2))
    passTime(seconds)
  }
  assert.equal((await deliveryOf(shop, first, attempted(5))).state, 'failed')
  await untilDisabled(webhookId)
  assert.equal(await reasonOf(webhookId), 'given_up')
  // Disabling it again does not change the reason. Disabling a working webhook names the merchant as the reason.
  await disableWebhook(service.app, merchantId, webhookId)
  assert.equal(await reasonOf(webhookId), 'given_up')
  await shop.call('PUT', `/api/v1/webhooks/${webhookId}`, { url: 'http://shop.test/hook' })
  assert.equal(await reasonOf(webhookId), null)
  await disableWebhook(service.app, merchantId, webhookId)
  assert.equal(await reasonOf(webhookId), 'by_hand')
})

test('waiting deliveries of a removed webhook are dropped', async () => {
  const { shop, webhookId } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(500).end()
  const id = await shop.authorizedPayment('10.00')
  await deliveryOf(shop, id, attempted(1))
  await shop.call('DELETE', `/api/v1/webhooks/${webhookId}`)
  passTime(60)
  assert.equal((await deliveryOf(shop, id, (one) => one.state !== 'waiting')).state, 'dropped')
  assert.equal(receiver.received.length, 1)
})

test('a receiver that hangs on one payment delays no other payment or webhook', async () => {
  const { shop } = await notifying.newShop()
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/other' })
  const hanging: ServerResponse[] = []
  receiver.answer = ({ path, body }, response) => {
    if (path === '/hook' && body.amount === '66.00') hanging.push(response)
    else response.end('ok')
  }
  const stuck = await shop.authorizedPayment('66.00')
  const ids = [await shop.authorizedPayment('10.00'), await shop.authorizedPayment('10.00')]
  await receiver.waitFor(1, (one) => one.body.id === stuck && one.path === '/other')
  for (const id of ids) await receiver.waitFor(2, (one) => one.body.id === id)
  // It was not given up meanwhile: that would take a minute.
  assert.deepEqual([hanging.length, hanging[0]?.destroyed], [1, false])
})

test('at most four requests are open at one webhook', async () => {
  const { shop } = await notifying.newShop()
  receiver.open.most = 0
  receiver.answer = (_request, response) => void setTimeout(() => response.end('ok'), 20)
  // What is deferred for a moment on a busy machine comes back.
  const ticking = setInterval(() => passTime(0.05), 50)
  const ids = await Promise.all(Array.from({ length: 30 }, () => shop.authorizedPayment('10.00')))
  await receiver.waitFor(30, (one) => ids.includes(one.body.id)).finally(() => clearInterval(ticking))
  assert.ok(receiver.open.most <= 5, `${receiver.open.most}, one of them of the test before`)
})

test('advancing the clock during a request causes no duplicate delivery', async () => {
  const { shop } = await notifying.newShop()
  const held: (() => void)[] = []
  receiver.answer = (_request, response) => void held.push(() => response.end('ok'))
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.body.id === id)
  passTime(14 * 24 * 3600)
  // When this later notification has arrived, the dispatchers have checked.
  const other = await notifying.newShop({ url: 'http://shop.test/other' })
  const later = await other.shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.body.id === later)
  for (const release of held) release()
  const { state, attempts } = await deliveryOf(shop, id, (one) => one.state !== 'waiting')
  assert.deepEqual([state, attempts.length], ['delivered', 1])
  assert.equal(receiver.received.filter((one) => one.body.id === id).length, 1)
})

async function reasonOf(webhookId: string): Promise<unknown> {
  const [row] = await service.database.query(`select disabled_reason from webhooks where id = '${webhookId}'`)
  return row?.['disabled_reason']
}

async function untilDisabled(webhookId: string): Promise<void> {
  const deadline = performance.now() + 20_000
  const disabled = (): boolean =>
    service.logged.some((line) => line['msg'] === 'a webhook was disabled' && line['webhook_id'] === webhookId)
  while (!disabled()) {
    if (performance.now() > deadline) throw new Error('the webhook is not disabled')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
