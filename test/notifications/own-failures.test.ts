import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, afterEach, before, test } from 'node:test'
import { completeNotification } from '../../src/money/payments/notification.ts'
import { systemClock } from '../../src/platform/adapters/clock.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { openOutbound } from '../../src/platform/adapters/outbound.ts'
import { openResolver } from '../../src/platform/adapters/resolver.ts'
import { openSecrets } from '../../src/platform/adapters/secrets.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openNameServer } from '../support/name-server.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import type { TestService } from '../support/service.ts'

// Our own failures do not count as attempts of a shop.
const key = 'a'.repeat(64)
let notifying: NotifyingService
let receiver: Receiver
let service: TestService

before(async () => {
  notifying = await openNotifyingService({ env: { SECRETS_KEY: key } })
  ;({ receiver, service } = notifying)
})
after(() => notifying.close())
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  receiver.received.length = 0
})

async function deliveryOf(shop: Shop, id: string): Promise<{ state: string; attempts: unknown[] }> {
  const { body } = await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)
  return body.notifications[0].deliveries[0]
}

/** Starts a dispatcher with some replaced parts. Returns how often it reported its own failure. */
function startDispatcher(parts: Partial<TestService['app']>): () => Promise<number> {
  const metrics = openMetrics()
  const dispatcher = openDispatcher({ ...service.app, clock: systemClock, metrics, ...parts }, completeNotification)
  stops.push(() => dispatcher.stop())
  return async () => Number(/^qist_due_failures_total\{kind="delivery"\} (\d+)$/m.exec(await metrics.text())?.[1] ?? 0)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'not in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a secret that cannot be decrypted costs no attempt and delays no one; with the right key it is delivered', async () => {
  const { shop: locked } = await notifying.newShop({
    url: 'https://shop.test/locked',
    header: { title: 'X-Key', value: 'v' },
  })
  const { shop: open } = await notifying.newShop({ url: 'https://shop.test/open' })
  const failures = startDispatcher({ secrets: openSecrets('b'.repeat(64)) })
  const ids = await Promise.all(Array.from({ length: 12 }, () => locked.authorizedPayment('10.00')))
  await until(async () => (await failures()) >= 2)
  const announced = await open.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.body.id === announced)
  for (const id of ids) {
    const { state, attempts } = await deliveryOf(locked, id)
    assert.deepEqual([state, attempts], ['waiting', []])
  }
  assert.ok(service.logged.some(({ msg, level }) => msg === 'could not make up a delivery' && level === 'error'))
  assert.ok(!JSON.stringify(service.logged).includes('b'.repeat(64)))
  for (const stop of stops.splice(0)) await stop()
  startDispatcher({})
  await receiver.waitFor(12, (one) => one.path === '/locked', 20_000)
  assert.ok(receiver.received.every((one) => one.path !== '/locked' || one.headers['x-key'] === 'v'))
  await until(async () => (await deliveryOf(locked, ids[0] ?? '')).state === 'delivered')
})

test('without a name server nothing is attempted in production', async () => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  stops.push(async () => void silent.close())
  const { shop } = await notifying.newShop({ url: 'https://shop.test/hook' })
  const resolver = openResolver({ servers: [`127.0.0.1:${silent.address().port}`], timeoutMs: 50 })
  const outbound = openOutbound({ resolver, namedHosts: new Map() })
  stops.push(() => outbound.close())
  const failures = startDispatcher({ outbound, config: { ...service.app.config, mode: 'production' } })
  const id = await shop.authorizedPayment('10.00')
  await until(async () => (await failures()) >= 2)
  const { state, attempts } = await deliveryOf(shop, id)
  assert.deepEqual([state, attempts], ['waiting', []])
})

test('a host name that does not exist counts as the failure of the shop', async () => {
  const server = await openNameServer(() => undefined)
  stops.push(() => server.close())
  const { shop } = await notifying.newShop({ url: 'https://shop.test/hook' })
  const outbound = openOutbound({ resolver: openResolver({ servers: [server.address] }), namedHosts: new Map() })
  stops.push(() => outbound.close())
  startDispatcher({ outbound, config: { ...service.app.config, mode: 'production' } })
  const id = await shop.authorizedPayment('10.00')
  await until(async () => (await deliveryOf(shop, id)).attempts.length === 1)
})

test('a damaged secret affects only its webhook, which can be replaced; others can be registered and all removed', async () => {
  const { shop } = await notifying.newShop({ url: 'https://shop.test/a', header: { title: 'X-Key', value: 'v' } })
  const list = await shop.call('GET', '/api/v1/webhooks')
  const [{ id }] = list.body
  const damage = `update webhooks set header_value = set_byte(header_value, 29, get_byte(header_value, 29) # 1) where id = '${id}'`
  await service.database.query(damage)
  const answers = {
    list: await shop.call('GET', '/api/v1/webhooks'),
    kept: await shop.call('PUT', `/api/v1/webhooks/${id}`, { url: 'https://shop.test/b' }),
    registered: await shop.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/c' }),
    replaced: await shop.call('PUT', `/api/v1/webhooks/${id}`, { url: 'https://shop.test/b', header: null }),
    again: await shop.call('GET', '/api/v1/webhooks'),
  }
  const statuses = Object.values(answers).map((answer) => answer.status)
  assert.deepEqual(statuses, [500, 500, 200, 200, 200])
  assert.equal(answers.again.body.length, 2)
})
