import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { completeNotification } from '../../src/money/payments/notification.ts'
import { systemClock } from '../../src/platform/adapters/clock.ts'
import type { App } from '../../src/platform/app/app.ts'
import { newWakeup } from '../../src/platform/app/wakeup.ts'
import { bool, text } from '../../src/platform/db/columns.ts'
import { defineStatement } from '../../src/platform/db/statement.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

// This service only announces; other processes send.
let receiver: Receiver
let service: TestService
let shop: Shop
const env: NodeJS.ProcessEnv = { SECRETS_KEY: randomBytes(32).toString('hex') }
const stops: (() => Promise<unknown>)[] = []

before(async () => {
  receiver = await openReceiver()
  env['WEBHOOK_HOSTS'] = `shop.test=127.0.0.1:${receiver.port}`
  service = await startTestService({ env })
  shop = openShop(service.urls.uae, demoKey(1))
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook' })
})
after(async () => {
  await receiver.close()
  await service.close()
})
afterEach(async () => {
  receiver.answer = (_request, response) => void response.end('ok')
  for (const stop of stops.splice(0)) await stop()
  receiver.received.length = 0
})

async function startSender(): Promise<RunningProcess> {
  const sender = startProcess('test/support/sender.ts', [], {
    env: { ...process.env, ...env, DATABASE_URL: service.database.url, DATA_DIR: service.app.config.dataDir },
  })
  stops.push(async () => {
    sender.kill('SIGKILL')
    await sender.waitForEnd()
  })
  await sender.waitForLine(/sending/)
  return sender
}

/** A dispatcher in this process that counts its requests. */
function openCounting(app: App): { sent(): number } {
  let sent = 0
  const outbound: App['outbound'] = {
    post(message) {
      sent += 1
      return app.outbound.post(message)
    },
    visit: (url) => app.outbound.visit(url),
    close: async () => {},
  }
  // The service's clock stands still; deferred deliveries return by the system's clock.
  const dispatcher = openDispatcher({ ...app, outbound, clock: systemClock }, completeNotification)
  stops.push(() => dispatcher.stop())
  return { sent: () => sent }
}

const listStates = defineStatement(
  'test_list_notification_states',
  {},
  { id: text, over: bool },
  `select notification.id::text, bool_and(delivery.state = 'delivered') as over
   from notifications as notification
   join deliveries as delivery on delivery.merchant_id = notification.merchant_id and delivery.notification_id = notification.id
   group by 1`,
)

async function untilAllDelivered(timeoutMs: number): Promise<string[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const rows = await service.app.db.run(listStates, {})
    if (rows.every(({ over }) => over)) return rows.map(({ id }) => id)
    if (performance.now() > deadline) throw new Error(`${rows.filter(({ over }) => !over).length} are not delivered`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('two senders share the work, without duplicate deliveries', async () => {
  receiver.answer = (_request, response) => void setTimeout(() => response.end('ok'), 10)
  const senders = [openCounting(service.app), openCounting(service.app)]
  const ids = await Promise.all(Array.from({ length: 60 }, () => shop.authorizedPayment('10.00')))
  await receiver.waitFor(60)
  await untilAllDelivered(30_000)
  assert.deepEqual(receiver.received.map((one) => one.body.id).sort(), [...ids].sort())
  assert.equal(
    senders.reduce((sum, sender) => sum + sender.sent(), 0),
    60,
  )
  assert.ok(
    senders.every((sender) => sender.sent() > 0),
    String(senders.map((sender) => sender.sent())),
  )
})

test('a result is saved only under its own claim', async () => {
  // This dispatcher checks once at its start, and then not for a long time.
  const held: (() => void)[] = []
  receiver.answer = (_request, response) => void held.push(() => response.writeHead(500).end('late'))
  const id = await shop.authorizedPayment('10.00')
  const absent = openDispatcher({ ...service.app, deliveriesDue: newWakeup() }, completeNotification, {
    pollMs: 60_000,
  })
  stops.push(() => absent.stop())
  await receiver.waitFor(1, (one) => one.body.id === id)
  receiver.answer = (_request, response) => void response.end('in time')
  const before = await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)
  await shop.call('POST', `/sandbox/notifications/${before.body.notifications[0].id}/resend`)
  openCounting(service.app)
  await receiver.waitFor(2, (one) => one.body.id === id)
  await untilAllDelivered(30_000)
  for (const release of held) release()
  for (const stop of stops.splice(0)) await stop()
  const { body } = await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)
  const [{ state, attempts }] = body.notifications[0].deliveries
  assert.deepEqual([state, attempts.map((one: { answer: string }) => one.answer)], ['delivered', ['in time']])
})

test('another sender takes over the work of a killed one within fifteen seconds', async () => {
  const killed = await startSender()
  receiver.answer = () => {}
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.body.id === id)
  killed.kill('SIGKILL')
  await killed.waitForEnd()
  const killedAt = Date.now()
  receiver.answer = (_request, response) => void response.end('ok')
  await startSender()
  const [, again] = await receiver.waitFor(2, (one) => one.body.id === id, 20_000)
  assert.ok((again?.at ?? 0) - killedAt <= 15_000, `${(again?.at ?? 0) - killedAt} ms`)
})

test('after eight killed senders no committed notification is lost, and no other one was sent', async () => {
  const earlier = new Set((await service.app.db.run(listStates, {})).map(({ id }) => id))
  let isOver = false
  const announce = async (): Promise<void> => {
    while (!isOver) {
      const id = await shop.authorizedPayment('10.00')
      await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10', reference_id: 'c' })
    }
  }
  const announcing = [announce(), announce()]
  for (let kills = 0; kills < 8; kills += 1) {
    const before = receiver.received.length
    const sender = await startSender()
    // The sender is killed during its work.
    await receiver.waitFor(before + 3)
    sender.kill('SIGKILL')
    await sender.waitForEnd()
  }
  isOver = true
  await Promise.all(announcing)
  await startSender()
  const committed = await untilAllDelivered(60_000)
  const received = new Set(receiver.received.map((one) => one.headers['webhook-id']))
  assert.deepEqual(
    committed.filter((id) => !received.has(id) && !earlier.has(id)),
    [],
  )
  assert.deepEqual(
    [...received].filter((id) => !committed.includes(String(id))),
    [],
  )
  assert.ok(received.size >= 60)
})
