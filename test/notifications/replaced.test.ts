import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { enableWebhook } from '../../src/platform/webhooks/endpoints/webhooks.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NotifiedShop, type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import type { TestService } from '../support/service.ts'

// A late answer of an old address, after a webhook was replaced or enabled, must not affect the new one.
let notifying: NotifyingService
let receiver: Receiver
let service: TestService

before(async () => {
  notifying = await openNotifyingService({ workers: true, env: { WEBHOOK_RETRY_SECONDS: '60' } })
  ;({ receiver, service } = notifying)
})
after(() => notifying.close())
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

interface Case extends NotifiedShop {
  replace(): Promise<void>
}

/** A new merchant with a webhook at `/old` that can be replaced by one at `/new`. */
async function newCase(old: Answering, anew: Answering): Promise<Case> {
  answers.set('/old', old).set('/new', anew)
  receiver.answer = ({ path }, response) => answers.get(path)?.(response)
  const made = await notifying.newShop({ url: 'http://shop.test/old' })
  return {
    ...made,
    async replace() {
      const put = await made.shop.call('PUT', `/api/v1/webhooks/${made.webhookId}`, { url: 'http://shop.test/new' })
      assert.equal(put.status, 200, put.text)
    },
  }
}

interface Health {
  failing_since: Date | null
  disabled_at: Date | null
}

async function healthOf(webhookId: string): Promise<Health> {
  const rows = await service.database.query(`select failing_since, disabled_at from webhooks where id = '${webhookId}'`)
  return rows[0] as unknown as Health
}

/** Waits until a payment's first notification has `count` recorded attempts. Returns its state. */
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
  while ((await healthOf(webhookId)).failing_since === null) assert.ok(Date.now() < deadline, 'nothing fails')
}

/** Attempts are saved batch by batch: when another delivery's attempt is saved, the earlier ones are, too. */
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

test('410 of an old address does not disable the new one, which receives the same event', async () => {
  const { shop, webhookId, replace } = await newCase(hold, status(200))
  const id = await shop.authorizedPayment('10.00')
  const [tried] = await receiver.waitFor(1, (one) => one.path === '/old')
  await replace()
  release(410)
  const [again] = await receiver.waitFor(1, (one) => one.path === '/new', 20_000)
  assert.deepEqual([again?.body.id, again?.headers['webhook-id']], [id, tried?.headers['webhook-id']])
  assert.equal(await untilAttempted(shop, id, 2), 'delivered')
  assert.deepEqual(await healthOf(webhookId), { failing_since: null, disabled_at: null })
})

test('five days of failures of an old address do not disable the new one, which is notified', async () => {
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
  assert.deepEqual(await healthOf(webhookId), { failing_since: null, disabled_at: null })
})

test('a failure of an old address does not mark the new one as failing', async () => {
  const { shop, webhookId, replace } = await newCase(hold, status(200))
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.path === '/old')
  await replace()
  release(500)
  assert.equal(await untilAttempted(shop, id, 1), 'waiting')
  await untilWritten()
  assert.deepEqual(await healthOf(webhookId), { failing_since: null, disabled_at: null })
})

test('a late success of an old address does not mark the new one as healthy', async () => {
  const { shop, webhookId, replace } = await newCase(status(500), status(500))
  const first = await shop.authorizedPayment('10.00')
  await untilAttempted(shop, first, 1)
  await untilFailing(webhookId)
  answers.set('/old', hold)
  passTime(60 * second)
  await receiver.waitFor(2, (one) => one.path === '/old')
  await replace()
  assert.equal((await healthOf(webhookId)).failing_since, null)
  const next = await shop.authorizedPayment('10.00')
  await untilAttempted(shop, next, 1)
  await untilFailing(webhookId)
  release(200)
  assert.equal(await untilAttempted(shop, first, 2), 'delivered')
  await untilWritten()
  assert.notEqual((await healthOf(webhookId)).failing_since, null)
})

test('attempts from before a webhook was enabled again do not disable it', async () => {
  const { shop, merchantId, webhookId } = await newCase(hold, status(200))
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.path === '/old')
  await enableWebhook(service.app, merchantId, webhookId)
  answers.set('/old', status(200))
  release(410)
  assert.equal(await untilAttempted(shop, id, 2), 'delivered')
  assert.deepEqual(await healthOf(webhookId), { failing_since: null, disabled_at: null })
})
