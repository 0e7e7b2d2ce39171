import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '../../src/adapters/clock.ts'
import { type Db, openDb } from '../../src/db/db.ts'
import { serviceLimits } from '../../src/db/limits.ts'
import { completeNotification } from '../../src/payments/notification/complete-notification.ts'
import { type Courier, openCourier } from '../../src/webhooks/courier.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

// One courier for two merchants. Its database lets it wait for locks for as long as it likes.
let receiver: Receiver
let otherReceiver: Receiver
let service: TestService
let shop: Shop
let other: Shop
let db: Db
let courier: Courier
let operator: pg.Client

before(async () => {
  receiver = await openReceiver()
  otherReceiver = await openReceiver()
  const WEBHOOK_HOSTS = `shop.test=127.0.0.1:${receiver.port},other.test=127.0.0.1:${otherReceiver.port}`
  service = await startTestService({ env: { WEBHOOK_HOSTS, WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2' } })
  shop = openShop(service.urls.uae, demoKey(1))
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook' })
  other = openShop(service.urls.uae, demoKey(2), { merchantCode: 'other_ae' })
  await other.call('POST', '/api/v1/webhooks', { url: 'http://other.test/hook' })
  const limits = { ...serviceLimits, lockMs: 120_000, statementMs: 120_000 }
  db = openDb({ connection: service.database.connection, connections: 8, limits })
  courier = openCourier({ ...service.app, db, clock: systemClock }, completeNotification)
  operator = new pg.Client(service.database.connection)
  await operator.connect()
})
after(async () => {
  await operator.end()
  await courier.stop()
  await db.close()
  await receiver.close()
  await otherReceiver.close()
  await service.close()
})

const deliveryOf = (paymentId: string): string => `from deliveries as delivery join notifications as notification
  on notification.merchant_id = delivery.merchant_id and notification.id = delivery.notification_id
  where notification.payment_id = '${paymentId}'`

async function until(sql: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while ((await service.database.query(sql)).length === 0) {
    assert.ok(performance.now() < deadline, sql)
    await wait(20)
  }
}

test('while somebody holds a webhook locked, results of its deliveries and of everybody else’s are written', async () => {
  await operator.query(`begin; select from webhooks where url = 'http://other.test/hook' for update`)
  otherReceiver.answer = (_request, response) => void response.writeHead(500).end()
  const theirs = await other.authorizedPayment('10.00')
  await until(`select ${deliveryOf(theirs)} and delivery.attempts > 0`)
  const mine = await shop.authorizedPayment('10.00')
  await until(`select ${deliveryOf(mine)} and delivery.state = 'delivered'`)
  await operator.query('rollback')
  await until(`select from webhooks where url = 'http://other.test/hook' and failing_since is not null`)
  otherReceiver.answer = (_request, response) => void response.end('ok')
  const later = await other.authorizedPayment('10.00')
  await until(`select ${deliveryOf(later)} and delivery.state = 'delivered'`)
  await until(`select from webhooks where url = 'http://other.test/hook' and failing_since is null`)
})

test('while somebody holds a delivery locked, the results of others are written, and its own when it is let go', async () => {
  const answers: (() => void)[] = []
  otherReceiver.answer = (_request, response) => void answers.push(() => response.end('ok'))
  const theirs = await other.authorizedPayment('10.00')
  await otherReceiver.waitFor(1, (one) => one.body.id === theirs)
  await operator.query(`begin; select ${deliveryOf(theirs)} for update of delivery`)
  for (const answer of answers) answer()
  const mine = await shop.authorizedPayment('10.00')
  await until(`select ${deliveryOf(mine)} and delivery.state = 'delivered'`)
  await until(`select ${deliveryOf(theirs)} and delivery.state = 'waiting'`)
  await operator.query('rollback')
  await until(`select ${deliveryOf(theirs)} and delivery.state = 'delivered'`)
  assert.equal(otherReceiver.received.filter((one) => one.body.id === theirs).length, 1)
})
