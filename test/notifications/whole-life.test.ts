import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Received, Receiver } from '../../testkit/receiver.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import type { TestService } from '../support/service.ts'

let notifying: NotifyingService
let receiver: Receiver
let service: TestService
let shop: Shop

before(async () => {
  notifying = await openNotifyingService({ workers: true })
  ;({ receiver, service } = notifying)
  shop = openShop(service.urls.uae, demoKey(1))
  const header = { title: 'X-Shop-Auth', value: 's3cret' }
  await shop.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook', header })
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/second?a=1' })
})
after(() => notifying.close())

const of = (id: string, path: string) => (one: Received) => one.body.id === id && one.path === path

async function notificationsOf(id: string, count: number, path = '/hook'): Promise<Received[]> {
  await receiver.waitFor(count, of(id, path))
  const found = receiver.received.filter(of(id, path))
  assert.equal(found.length, count)
  return found.sort((a, b) => Number(a.headers['webhook-sequence']) - Number(b.headers['webhook-sequence']))
}

test('each operation of a whole life is notified once to every webhook, with its content', async () => {
  const id = await shop.authorizedPayment('340.00')
  const operations = `/api/v2/payments/${id}`
  await shop.call('PUT', operations, { order: { reference_id: '1001-B' } })
  await shop.call('POST', `${operations}/captures`, { amount: '100', reference_id: 'c1' })
  await shop.call('POST', `${operations}/captures`, { amount: '100', reference_id: 'c1' })
  await shop.call('POST', `${operations}/captures`, { amount: '240', reference_id: 'c2' })
  await shop.call('POST', `${operations}/refunds`, { amount: '50', reference_id: 'r1', reason: 'torn' })
  const first = await notificationsOf(id, 6)
  const second = await notificationsOf(id, 6, '/second?a=1')
  const summary = first.map(({ body }) => [
    body.status,
    body.order.reference_id,
    body.captures.length,
    body.refunds.length,
    body.closed_at !== null,
  ])
  assert.deepEqual(summary, [
    ['authorized', '1001', 0, 0, false],
    ['authorized', '1001-B', 0, 0, false],
    ['authorized', '1001-B', 1, 0, false],
    ['authorized', '1001-B', 2, 0, false],
    ['closed', '1001-B', 2, 0, true],
    ['closed', '1001-B', 2, 1, true],
  ])
  assert.deepEqual(
    first.map((one) => one.text),
    second.map((one) => one.text),
  )
  assert.deepEqual(
    first.map((one) => one.headers['webhook-sequence']),
    ['1', '2', '3', '4', '5', '6'],
  )
})

test('a request has the id, the time, the sequence and the registered header, and no signature', async () => {
  const id = await shop.authorizedPayment('10.00')
  const [one] = await notificationsOf(id, 1)
  const [other] = await notificationsOf(id, 1, '/second?a=1')
  assert.ok(one && other)
  assert.equal(one.headers['content-type'], 'application/json')
  assert.equal(one.headers['x-shop-auth'], 's3cret')
  assert.equal(other.headers['x-shop-auth'], undefined)
  assert.equal(one.headers['webhook-id'], other.headers['webhook-id'])
  assert.equal(one.headers['webhook-timestamp'], String(service.clock.now() / 1000))
  assert.equal(one.headers['webhook-signature'], undefined)
  assert.equal(one.headers.host, 'shop.test')
})

test('rejected and cancelled payments are notified, pre-scoring is not', async () => {
  const refused = await shop.createdPayment('10.00')
  await shop.call('POST', `/sandbox/payments/${refused}/reject`)
  assert.equal((await notificationsOf(refused, 1))[0]?.body.status, 'rejected')
  const cancelled = await shop.createdPayment('10.00')
  await shop.call('POST', `/sandbox/payments/${cancelled}/cancel`)
  const [expired] = await notificationsOf(cancelled, 1)
  assert.deepEqual([expired?.body.status, expired?.body.is_expired], ['expired', true])
  const unwanted = await shop.checkout('10.00', { buyer: { name: 'A', email: 'a@b.example', phone: '+971500000002' } })
  const after = await shop.authorizedPayment('10.00')
  await notificationsOf(after, 1)
  assert.deepEqual(
    receiver.received.filter((one) => one.body.id === unwanted.body.payment.id),
    [],
  )
})

test('the sandbox lists notifications with every attempt', async () => {
  const id = await shop.authorizedPayment('10.00')
  await notificationsOf(id, 1)
  await notificationsOf(id, 1, '/second?a=1')
  const list = await untilOver(id)
  assert.equal(list.length, 1)
  const [{ sequence, body, deliveries, payment_id }] = list
  assert.deepEqual([payment_id, sequence, body.status, deliveries.length], [id, 1, 'authorized', 2])
  assert.deepEqual([deliveries[0].url, deliveries[0].state], ['https://shop.test/hook', 'delivered'])
  const [{ at, status, answer, duration_ms }] = deliveries[0].attempts
  assert.deepEqual([status, answer, typeof duration_ms], [200, 'ok', 'number'])
  assert.equal(Date.parse(at), service.clock.now())
  const stranger = openShop(service.urls.uae, demoKey(2))
  assert.deepEqual((await stranger.call('GET', `/sandbox/notifications?payment_id=${id}`)).body, { notifications: [] })
})

test('a resent notification has the same id and body, and goes to later webhooks, too', async () => {
  const id = await shop.authorizedPayment('10.00')
  const [first] = await notificationsOf(id, 1)
  await notificationsOf(id, 1, '/second?a=1')
  const [{ id: notificationId }] = await untilOver(id)
  const third = await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/third' })
  const again = await shop.call('POST', `/sandbox/notifications/${notificationId}/resend`)
  assert.deepEqual([again.status, again.body], [200, { status: 'ok' }])
  const second = (await notificationsOf(id, 2))[1]
  assert.deepEqual([second?.text, second?.headers['webhook-id']], [first?.text, notificationId])
  assert.equal((await notificationsOf(id, 1, '/third'))[0]?.headers['webhook-id'], notificationId)
  await shop.call('DELETE', `/api/v1/webhooks/${third.body.id}`)
  const stranger = openShop(service.urls.uae, demoKey(2))
  const refused = await stranger.call('POST', `/sandbox/notifications/${notificationId}/resend`)
  assert.deepEqual([refused.status, refused.body.error], [404, 'no such notification'])
})

/** A payment's notifications, when none of them waits any more. */
// biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
async function untilOver(id: string): Promise<any> {
  for (;;) {
    const { notifications } = (await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)).body
    const waiting = notifications.flatMap((one: { deliveries: { state: string }[] }) =>
      one.deliveries.filter(({ state }) => state === 'waiting'),
    )
    if (waiting.length === 0) return notifications
  }
}
