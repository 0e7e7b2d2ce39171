import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addNotifications } from '../../testkit/add-notifications.ts'
import { adminOf, type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type NotifiedShop, type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

let notifying: NotifyingService
let own: NotifiedShop
let admin: BackOfficeVisitor
let address: string

before(async () => {
  notifying = await openNotifyingService({ workers: true })
  own = await notifying.newShop()
  admin = await signInAt(notifying.service.urls.uae, adminOf(own.merchantId))
  address = `/dashboard/test/webhooks/${own.webhookId}`
})
after(() => notifying.close())

const now = Date.parse('2026-03-01T10:00:00Z')

/** An authorized payment of an order with this number. Returns its id. */
async function order(shop: Shop, reference_id: string): Promise<string> {
  const { id } = succeed(await shop.checkout('340.00', { order: { reference_id } })).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  return id
}

interface DeliveryListPage {
  readonly status: number
  readonly text: string
  readonly events: readonly string[]
}

async function list(query: Readonly<Record<string, string>> | string = {}, at = address): Promise<DeliveryListPage> {
  const search = new URLSearchParams(query).toString()
  const { status, text } = await admin.get(search === '' ? at : `${at}?${search}`)
  const events = [...text.matchAll(/events\/([0-9a-f-]{36})[^"]*" class="row-link/g)].map(([, id = '']) => id)
  return { status, text, events }
}

const linkIn = (text: string, rel: string): string =>
  new RegExp(`rel="${rel}" href="[^"]*\\?([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''

const strange = [
  ...[
    "O'Brien; drop table payments --",
    '100%_\\',
    '"quoted" <b>bold</b>',
    'طلب رقم ١٢٣',
    '😀 #7&x=1+2',
    '../..',
    'ＡＢＣ',
  ],
  ...['A  B', `long-${'x'.repeat(240)}`, '%', 'null', '\u202eevil', '1001', '1001a'],
]

test('deliveries: each order number is found exactly as typed, with or without spaces around it', async () => {
  const ids = new Map<string, string>()
  for (const one of strange) ids.set(one, await order(own.shop, one))
  for (const [one, id] of ids) {
    const found = await list({ q: one })
    assert.deepEqual([found.status, found.events.length], [200, 1], one)
    assert.deepEqual((await list({ q: `  ${one} ` })).events, found.events, one)
    assert.deepEqual((await list({ q: ` ${id.toUpperCase()} ` })).events, found.events, one)
    assert.doesNotMatch(found.text, /<b>bold/)
    const page = (await admin.get(`${address}/events/${found.events[0]}`)).text
    assert.match(page, new RegExp(`<dt>Order number</dt><dd><a href="/dashboard/test/payments/${id}">`))
  }
  for (const none of ['100', 'AB', 'a  b', "o'brien; DROP table payments --", '%%', `${'y'.repeat(300)}`])
    assert.deepEqual((await list({ q: none })).events, [], none)
  // What the database cannot store is left out.
  assert.equal((await list({ q: '1001\0' })).events.length, 1)
  assert.match((await list({ q: 'nothing' })).text, /No such delivery/)
})

test('deliveries: an order number with spaces of its own, and one that several payments have, are found', async () => {
  const spaced = await order(own.shop, ' 77 ')
  const twice = [await order(own.shop, 'Twice'), await order(own.shop, 'Twice')]
  assert.match((await list({ q: ' 77 ' })).text, /row-link/)
  assert.equal((await list({ q: spaced })).events.length, 1)
  assert.equal((await list({ q: 'Twice' })).events.length, twice.length)
})

test("deliveries: another merchant's order number and payment are not found", async () => {
  const other = await notifying.newShop()
  const id = await order(other.shop, 'Theirs-1')
  for (const q of ['Theirs-1', id]) assert.deepEqual((await list({ q })).events, [])
})

test('deliveries: pages of 50 are numbered and stay the same while new events happen', async () => {
  const shop = await notifying.newShop()
  admin = await signInAt(notifying.service.urls.uae, adminOf(shop.merchantId))
  const at = `/dashboard/test/webhooks/${shop.webhookId}`
  const { query } = notifying.service.database
  const of = { webhookId: shop.webhookId, payments: 40, each: 3, from: now - 7_200_000 }
  const ids = (await addNotifications(query, { ...of, state: 'delivered' })).reverse()
  const first = await list({}, at)
  assert.match(first.text, />1–50</)
  assert.deepEqual(first.events, ids.slice(0, 50))
  const second = await list(linkIn(first.text, 'next'), at)
  assert.match(second.text, />51–100</)
  assert.deepEqual(second.events, ids.slice(50, 100))
  const more = (await addNotifications(query, { ...of, payments: 3, each: 1, state: 'failed' })).reverse()
  const third = await list(linkIn(second.text, 'next'), at)
  assert.match(third.text, />101–120</)
  assert.deepEqual([third.events, linkIn(third.text, 'next')], [ids.slice(100), ''])
  const back = await list(linkIn(third.text, 'prev'), at)
  assert.match(back.text, />51–100</)
  assert.deepEqual(back.events, ids.slice(50, 100))
  const newest = await list(linkIn(back.text, 'prev'), at)
  assert.deepEqual(newest.events, ids.slice(0, 50))
  assert.deepEqual((await list(linkIn(newest.text, 'prev'), at)).events, more)

  // Each state, and a time. The store's clock is four hours ahead of UTC.
  for (const [status, count] of [
    ['delivered', 50],
    ['failing', 3],
    ['retrying', 0],
    ['failed', 3],
    ['dropped', 0],
  ] as const)
    assert.equal((await list({ status }, at)).events.length, count, status)
  const minute = await list({ from: '2026-03-01T12:00', to: '2026-03-01T12:00', status: 'delivered' }, at)
  assert.equal(minute.events.length, 50)
  const rest = await list(linkIn(minute.text, 'next'), at)
  assert.deepEqual([...minute.events, ...rest.events].sort(), ids.slice(60).sort())
  assert.equal((await list({ from: '2026-03-01T12:01', to: '2026-03-01T12:01' }, at)).events.length, 50)
  assert.match((await list({ to: '2026-02-01T00:00' }, at)).text, /No such delivery/)
  for (const wrong of [
    'status=lost',
    'from=yesterday',
    'to=2026-13-01T00:00',
    'from=2026-03-02T00:00&to=2026-03-01T00:00',
  ]) {
    const page = await list(wrong, at)
    assert.deepEqual([page.status, page.events], [422, []], wrong)
    assert.match(page.text, /Nothing is listed/)
  }
  for (const nonsense of ['before=x', 'at=-1', 'at=51', 'before=00000000-0000-0000-0000-000000000000&at=99999999999'])
    assert.equal((await list(nonsense, at)).status, 200, nonsense)
})

test('deliveries: a developer, who sees no payments of live mode, sees ids in place of order numbers', async () => {
  const { service, receiver } = notifying
  const live = openShop(service.urls.uae, demoKey(1, 'sk_'))
  const { id } = succeed(await live.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/live' })).body
  const payment = await order(live, 'Secret-9')
  await receiver.waitFor(1, ({ path }) => path === '/live')
  const at = `/dashboard/live/webhooks/${id}`
  for (const [email, sees] of [
    ['admin@demo.test', true],
    ['developer@demo.test', false],
  ] as const) {
    admin = await signInAt(service.urls.uae, email)
    const { text, events } = await list({}, at)
    assert.equal(text.includes('Secret-9'), sees, email)
    assert.equal(text.includes(`>${payment}<`), !sees, email)
    assert.equal(text.includes(`href="/dashboard/live/payments/${payment}"`), sees, email)
    assert.equal((await list({ q: 'Secret-9' }, at)).events.length, sees ? 1 : 0)
    assert.equal((await list({ q: payment }, at)).events.length, 1)
    assert.equal((await admin.get(`${at}/events/${events[0]}`)).text.includes('Secret-9'), sees, email)
  }
})
