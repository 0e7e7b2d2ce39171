import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { enableWebhook } from '../../src/webhooks/enable-webhook.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

// What an old address answers late, after a webhook was replaced or enabled: it says nothing of the new one.
let receiver: Receiver
let service: TestService

before(async () => {
  receiver = await openReceiver()
  service = await startTestService({
    workers: true,
    env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`, WEBHOOK_RETRY_SECONDS: '60' },
  })
})
after(async () => {
  await receiver.close()
  await service.close()
})
afterEach(() => {
  receiver.received.length = 0
  answers.clear()
  held.length = 0
})

type Answering = (response: ServerResponse) => void
const answers = new Map<string, Answering>()
const held: ServerResponse[] = []
const hold: Answering = (response) => void held.push(response)
const status =
  (code: number): Answering =>
  (response) =>
    void response.writeHead(code).end()

interface Case {
  readonly shop: Shop
  readonly merchantId: string
  readonly webhookId: string
  replace(): Promise<void>
}

/** A new merchant with a webhook at `/old`, that can be replaced by one at `/new`. */
async function newCase(old: Answering, anew: Answering): Promise<Case> {
  answers.set('/old', old).set('/new', anew)
  receiver.answer = ({ path }, response) => answers.get(path)?.(response)
  const stores = [{ merchant_code: 'demo_ae', country: 'AE' }]
  const body = { name: 'S', region: 'uae', stores }
  const made = await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', body)
  const shop = openShop(service.urls.uae, made.body.keys.test.secret)
  const webhook = await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/old' })
  const webhookId: string = webhook.body.id
  return {
    shop,
    merchantId: made.body.merchant.id,
    webhookId,
    async replace() {
      const put = await shop.call('PUT', `/api/v1/webhooks/${webhookId}`, { url: 'http://shop.test/new' })
      assert.equal(put.status, 200, put.text)
    },
  }
}

interface Standing {
  failing_since: Date | null
  disabled_at: Date | null
}

async function standingOf(webhookId: string): Promise<Standing> {
  const rows = await service.database.query(`select failing_since, disabled_at from webhooks where id = '${webhookId}'`)
  return rows[0] as unknown as Standing
}

/** Waits until the attempts of a payment's first notification are so many and all written down; answers its state. */
async function untilAttempted(shop: Shop, paymentId: string, count: number): Promise<string> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const { body } = await shop.call('GET', `/sandbox/notifications?payment_id=${paymentId}`)
    const [delivery] = body.notifications[0].deliveries
    if (delivery.attempts.length >= count) return delivery.state
    assert.ok(Date.now() < deadline, `the delivery stays ${JSON.stringify(delivery)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function untilFailing(webhookId: string): Promise<void> {
  const deadline = Date.now() + 20_000
  while ((await standingOf(webhookId)).failing_since === null) assert.ok(Date.now() < deadline, 'nothing fails')
}

/** Attempts are written one batch after the other: what somebody else's brings has come after what went before. */
async function untilWritten(): Promise<void> {
  const { shop } = await newCase(status(200), status(200))
  await untilAttempted(shop, await shop.authorizedPayment('10.00'), 1)
}

function passTime(ms: number): void {
  service.clock.advance(ms)
  service.app.deliveriesDue.wake()
}

function release(code: number): void {
  for (const response of held.splice(0)) status(code)(response)
}

const second = 1_000
const fiveDays = 5 * 24 * 3_600 * second

test('410 of an old address does not disable the new one, which is told of the same event', async () => {
  const { shop, webhookId, replace } = await newCase(hold, status(200))
  const id = await shop.authorizedPayment('10.00')
  const [tried] = await receiver.waitFor(1, (one) => one.path === '/old')
  await replace()
  release(410)
  const [told] = await receiver.waitFor(1, (one) => one.path === '/new', 20_000)
  assert.deepEqual([told?.body.id, told?.headers['webhook-id']], [id, tried?.headers['webhook-id']])
  assert.equal(await untilAttempted(shop, id, 2), 'delivered')
  assert.deepEqual(await standingOf(webhookId), { failing_since: null, disabled_at: null })
})

test('five days of failures of an old address do not disable the new one, which is told after all', async () => {
  const { shop, webhookId, replace } = await newCase(status(500), status(200))
  const id = await shop.authorizedPayment('10.00')
  await untilAttempted(shop, id, 1)
  await untilFailing(webhookId)
  answers.set('/old', hold)
  passTime(fiveDays)
  await receiver.waitFor(2, (one) => one.path === '/old')
  await replace()
  release(500)
  await receiver.waitFor(1, (one) => one.path === '/new', 20_000)
  assert.equal(await untilAttempted(shop, id, 3), 'delivered')
  assert.deepEqual(await standingOf(webhookId), { failing_since: null, disabled_at: null })
})

test('a failure of an old address does not mark the new one as failing', async () => {
  const { shop, webhookId, replace } = await newCase(hold, status(200))
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.path === '/old')
  await replace()
  release(500)
  assert.equal(await untilAttempted(shop, id, 1), 'waiting')
  await untilWritten()
  assert.deepEqual(await standingOf(webhookId), { failing_since: null, disabled_at: null })
})

test('a late success of an old address does not mark the new one as well', async () => {
  const { shop, webhookId, replace } = await newCase(status(500), status(500))
  const first = await shop.authorizedPayment('10.00')
  await untilAttempted(shop, first, 1)
  await untilFailing(webhookId)
  answers.set('/old', hold)
  passTime(60 * second)
  await receiver.waitFor(2, (one) => one.path === '/old')
  await replace()
  assert.equal((await standingOf(webhookId)).failing_since, null)
  const next = await shop.authorizedPayment('10.00')
  await untilAttempted(shop, next, 1)
  await untilFailing(webhookId)
  release(200)
  assert.equal(await untilAttempted(shop, first, 2), 'delivered')
  await untilWritten()
  assert.notEqual((await standingOf(webhookId)).failing_since, null)
})

test('what was tried before a webhook was enabled again does not disable it', async () => {
  const { shop, merchantId, webhookId } = await newCase(hold, status(200))
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.path === '/old')
  await enableWebhook(service.app, merchantId, webhookId)
  answers.set('/old', status(200))
  release(410)
  assert.equal(await untilAttempted(shop, id, 2), 'delivered')
  assert.deepEqual(await standingOf(webhookId), { failing_since: null, disabled_at: null })
})
