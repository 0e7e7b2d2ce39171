import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { completeNotification } from '../../src/money/payments/notification.ts'
import type { App } from '../../src/platform/app/app.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import { deliverWaiting } from '../../src/platform/webhooks/notifications/deliver-waiting.ts'
import { hasten, listAttemptCounts } from '../../src/platform/webhooks/store/waiting.ts'
import { succeed } from '../../testkit/client.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

let notifying: NotifyingService
let receiver: Receiver

before(async () => {
  notifying = await openNotifyingService()
  receiver = notifying.receiver
})
after(() => notifying.close())
const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  receiver.answer = (_request, response) => void response.end('ok')
  receiver.received.length = 0
  for (const stop of stopping.splice(0)) await stop()
})

/** Starts `count` dispatchers, as further processes have them. */
function dispatch(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const dispatcher = openDispatcher(notifying.service.app, completeNotification)
    stopping.push(() => dispatcher.stop())
  }
}

const deliver = async (shop: Shop): Promise<number> =>
  succeed(await shop.call('POST', '/sandbox/deliver')).body.attempted

/** A service in which each statement is reported and waits for the test. */
function withGate(onRun: (name: string) => Promise<void>): App {
  const { app } = notifying.service
  const run: Db['run'] = async (statement, params) => {
    await onRun(statement.name)
    return app.db.run(statement, params)
  }
  return { ...app, db: { ...app.db, run } }
}

/** A payment whose notification waits for its second attempt. */
async function failOnce(shop: Shop): Promise<void> {
  const id = await shop.authorizedPayment('10.00')
  await notifying.untilSome(
    `select from deliveries as delivery join notifications as event on event.id = delivery.notification_id
     where event.payment_id = '${id}' and delivery.attempts = 1 and delivery.claim is null`,
  )
}

test('without waiting deliveries it answers at once that none was attempted', async () => {
  const { shop } = await notifying.newShop()
  assert.equal(await deliver(shop), 0)
})

test('deliveries that wait for a retry are attempted before the answer', async () => {
  dispatch(1)
  const { shop } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(503).end()
  await failOnce(shop)
  assert.equal(await deliver(shop), 1)
  assert.equal(receiver.received.length, 2)
  receiver.answer = (_request, response) => void response.end('ok')
  assert.equal(await deliver(shop), 1)
  assert.equal(receiver.received.length, 3)
  assert.equal(await deliver(shop), 0)
})

test('many deliveries are attempted once each, whichever dispatcher claims them', async () => {
  const { shop } = await notifying.newShop()
  const ids = await Promise.all(Array.from({ length: 40 }, () => shop.authorizedPayment('10.00')))
  dispatch(4)
  const attempted = await Promise.all([deliver(shop), deliver(shop), deliver(shop)])
  assert.ok(Math.max(...attempted) <= 40)
  const sent = receiver.received.map(({ body }) => body.id)
  assert.deepEqual(sent.sort(), ids.sort())
})

test('a delivery under way is awaited and not sent twice', async () => {
  dispatch(2)
  const { shop, merchantId } = await notifying.newShop()
  const held = Promise.withResolvers<void>()
  receiver.answer = async (_request, response) => {
    await held.promise
    response.end('ok')
  }
  await shop.authorizedPayment('10.00')
  await receiver.waitFor(1)
  // By then the delivery has been made due many times, and a dispatcher has checked.
  let reads = 0
  const app = withGate(async (name) => {
    if (name === listAttemptCounts.name) reads += 1
    if (reads === 12) held.resolve()
  })
  assert.equal(await deliverWaiting(app, { merchantId, isTest: true }), 1)
  assert.equal(receiver.received.length, 1)
})

test('a failing delivery is attempted once, also if it fails between two checks, and waits for its retry', async () => {
  dispatch(1)
  const { shop, merchantId } = await notifying.newShop()
  receiver.answer = (_request, response) => void response.writeHead(503).end()
  await failOnce(shop)
  const held = Promise.withResolvers<void>()
  receiver.answer = async (_request, response) => {
    await held.promise
    response.writeHead(503).end()
  }
  const failed = `select from deliveries where merchant_id = '${merchantId}' and attempts = 2 and claim is null`
  let hastened = 0
  const app = withGate(async (name) => {
    if (name !== hasten.name) return
    hastened += 1
    if (hastened === 1) return
    // The delivery was checked while under way.
    held.resolve()
    await notifying.untilSome(failed)
  })
  assert.equal(await deliverWaiting(app, { merchantId, isTest: true }), 1)
  const now = new Date(notifying.service.clock.now()).toISOString()
  await notifying.untilSome(`${failed} and next_attempt_at > '${now}'`)
  assert.deepEqual([hastened > 1, receiver.received.length], [true, 2])
})

test('a hanging address delays the answer up to the limit only, and other deliveries are attempted', async () => {
  const hanging = await notifying.newShop({ url: 'http://shop.test/hangs' })
  succeed(await hanging.shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/answers' }))
  receiver.answer = ({ path }, response) => void (path === '/answers' && response.end('ok'))
  await Promise.all(Array.from({ length: 20 }, () => hanging.shop.authorizedPayment('10.00')))
  dispatch(1)
  const whose = { merchantId: hanging.merchantId, isTest: true }
  const answered = () => receiver.received.filter(({ path }) => path === '/answers').length
  // A slow machine needs several tries. A dispatcher that waited for the hanging address (up to a minute) would hold
  // all forty.
  let attempted = 0
  do attempted += await deliverWaiting(notifying.service.app, whose, 1_500)
  while (answered() < 20)
  assert.ok(attempted > 0 && attempted <= 20, `${attempted}`)
  assert.equal(answered(), 20)
})

test('deliveries of another merchant or mode are not attempted', async () => {
  const [one, other] = [await notifying.newShop(), await notifying.newShop()]
  receiver.answer = (_request, response) => void response.writeHead(503).end()
  dispatch(1)
  await failOnce(other.shop)
  // A delivery of its own live mode.
  succeed(await one.live.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/live' }))
  await failOnce(one.live)
  const before = receiver.received.length
  assert.equal(await deliver(one.shop), 0)
  assert.equal(receiver.received.length, before)
})

test('a notification of a removed webhook is finished and not attempted', async () => {
  const { shop, webhookId } = await notifying.newShop()
  await shop.authorizedPayment('10.00')
  succeed(await shop.call('DELETE', `/api/v1/webhooks/${webhookId}`))
  dispatch(1)
  assert.equal(await deliver(shop), 0)
})
