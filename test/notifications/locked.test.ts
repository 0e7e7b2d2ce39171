import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { completeNotification } from '../../src/money/payments/notification.ts'
import { systemClock } from '../../src/platform/adapters/clock.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { serviceLimits } from '../../src/platform/db/limits.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { type Dispatcher, openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

// One dispatcher for two merchants. Its database waits for locks without a limit.
let otherReceiver: Receiver
let notifying: NotifyingService
let shop: Shop
let other: Shop
let db: Db
let dispatcher: Dispatcher

before(async () => {
  otherReceiver = await openReceiver()
  const hosts = `other.test=127.0.0.1:${otherReceiver.port}`
  notifying = await openNotifyingService({ hosts, env: { WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2' } })
  shop = (await notifying.newShop()).shop
  other = (await notifying.newShop({ url: 'http://other.test/hook' })).shop
  const { app, database } = notifying.service
  const limits = { ...serviceLimits, lockMs: 120_000, statementMs: 120_000 }
  db = await openServiceDb({ connection: database.connection, connections: 8, limits })
  dispatcher = openDispatcher({ ...app, db, clock: systemClock }, completeNotification)
})
after(async () => {
  await dispatcher.stop()
  await db.close()
  await otherReceiver.close()
  await notifying.close()
})

const hold = (sql: string) => holdRows(notifying.service.database.connection, sql)

const deliveryOf = (paymentId: string): string => `from deliveries as delivery join notifications as notification
  on notification.merchant_id = delivery.merchant_id and notification.id = delivery.notification_id
  where notification.payment_id = '${paymentId}'`

test('while a webhook is locked, results of its deliveries and of all others are saved', async () => {
  const held = await hold(`select from webhooks where url = 'http://other.test/hook' for update`)
  otherReceiver.answer = (_request, response) => void response.writeHead(500).end()
  const theirs = await other.authorizedPayment('10.00')
  await notifying.untilSome(`select ${deliveryOf(theirs)} and delivery.attempts > 0`)
  const mine = await shop.authorizedPayment('10.00')
  await notifying.untilSome(`select ${deliveryOf(mine)} and delivery.state = 'delivered'`)
  held.assertHeld()
  await held.release()
  await notifying.untilSome(`select from webhooks where url = 'http://other.test/hook' and failing_since is not null`)
  otherReceiver.answer = (_request, response) => void response.end('ok')
  const later = await other.authorizedPayment('10.00')
  await notifying.untilSome(`select ${deliveryOf(later)} and delivery.state = 'delivered'`)
  await notifying.untilSome(`select from webhooks where url = 'http://other.test/hook' and failing_since is null`)
})

test('while a delivery is locked, other results are saved, and its own after the lock is released', async () => {
  const answers: (() => void)[] = []
  otherReceiver.answer = (_request, response) => void answers.push(() => response.end('ok'))
  const theirs = await other.authorizedPayment('10.00')
  await otherReceiver.waitFor(1, (one) => one.body.id === theirs)
  const held = await hold(`select ${deliveryOf(theirs)} for update of delivery`)
  for (const answer of answers) answer()
  const mine = await shop.authorizedPayment('10.00')
  await notifying.untilSome(`select ${deliveryOf(mine)} and delivery.state = 'delivered'`)
  await notifying.untilSome(`select ${deliveryOf(theirs)} and delivery.state = 'waiting'`)
  held.assertHeld()
  await held.release()
  await notifying.untilSome(`select ${deliveryOf(theirs)} and delivery.state = 'delivered'`)
  assert.equal(otherReceiver.received.filter((one) => one.body.id === theirs).length, 1)
})
