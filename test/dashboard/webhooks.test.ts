import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { confirmationIn } from '../pages/shown-forms.ts'
import { startTestService, type TestService } from '../support/service.ts'

let receiver: Receiver
let service: TestService
let shop: Shop
let admin: BackOfficeVisitor
const path = '/dashboard/test/webhooks'

before(async () => {
  receiver = await openReceiver()
  const WEBHOOK_HOSTS = ['shop.test', 'other.test'].map((name) => `${name}=127.0.0.1:${receiver.port}`).join(',')
  service = await startTestService({ workers: true, env: { WEBHOOK_HOSTS } })
  shop = openShop(service.urls.uae, demoKey(1))
  admin = await signInAt(service.urls.uae, 'admin@demo.test')
})
after(async () => {
  await receiver.close()
  await service.close()
})

/** Registers a webhook by the form. Returns the address of its page. */
async function register(fields: Record<string, string>, mode = 'test'): Promise<string> {
  await admin.get(`/dashboard/${mode}/webhooks/new`)
  const sent = await admin.send(`/dashboard/${mode}/webhooks`, fields)
  assert.equal(sent.status, 303, sent.text)
  return sent.location.replace(/\?.*/, '')
}

/** Reloads the page until it has the text. */
async function until(address: string, text: RegExp): Promise<string> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const page = await admin.get(address)
    if (text.test(page.text)) return page.text
    await wait(30)
  }
  const { text: last } = await admin.get(address)
  return assert.fail(`${address} never said ${text}: ${last.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')}`)
}

async function remove(address: string): Promise<void> {
  const question = await admin.send(`${address}/remove`)
  assert.match(question.text, /name="confirmed" value="yes"/)
  assert.equal((await admin.send(`${address}/remove`, { confirmed: 'yes' })).status, 303)
}

const eventsOn = (page: string): string[] => [...page.matchAll(/events\/([0-9a-f-]{36})/g)].map(([, id = '']) => id)

test('a webhook is registered and notified, and its page shows request and answer without the secret', async () => {
  const address = await register({
    url: 'http://shop.test/told',
    header_title: 'X-Shop-Auth',
    header_value: 's3cret-value-123',
  })
  const from = receiver.received.length
  receiver.answer = (_request, response) => void response.end('<script>alert(1)</script>')
  await shop.authorizedPayment()
  await receiver.waitFor(from + 1)
  assert.equal(receiver.received[from]?.headers['x-shop-auth'], 's3cret-value-123')
  const [event = ''] = eventsOn(await until(address, /Payment authorized[\s\S]*Arrived/))
  const page = (await admin.get(`${address}/events/${event}`)).text
  assert.match(page, /X-Shop-Auth: \*\*\*\*-123/)
  assert.match(page, new RegExp(`Webhook-Id: ${event}`))
  assert.match(page, /&quot;status&quot;: &quot;authorized&quot;/)
  assert.match(page, /HTTP 200/)
  // A shop's answer is escaped.
  assert.match(page, /&lt;script>alert\(1\)/)
  assert.doesNotMatch(page, /<script>alert/)
  for (const shown of [page, (await admin.get(address)).text]) assert.doesNotMatch(shown, /s3cret-value-123/)
  receiver.answer = (_request, response) => void response.end('ok')
  await remove(address)
})

test('a failing webhook shows the reason, is fixed, and receives the missed notifications in order', async () => {
  const address = await register({ url: 'http://shop.test/broken' })
  receiver.answer = ({ path: at }, response) => {
    response.statusCode = at === '/broken' ? 500 : 200
    response.end(at === '/broken' ? 'no database' : 'ok')
  }
  const payment = await shop.capturedPayment()
  await receiver.waitFor(3, ({ path: at }) => at === '/broken')
  const page = await until(`${address}?status=failing`, /(HTTP 500[\s\S]*){3}/)
  assert.match(page, /Tried again soon/)
  assert.match(await until(address, /Every try since/), /HTTP 500/)
  const [event = ''] = eventsOn(page)
  assert.match((await admin.get(`${address}/events/${event}`)).text, /no database/)

  const mended = { url: 'http://shop.test/mended', header_title: '', header_value: '' }
  const replaced = await admin.send(`${address}/replace`, mended)
  assert.equal(replaced.status, 303, replaced.text)
  const range = { from: '2026-03-01T13:59', to: '2026-03-01T14:00', which: 'missing' }
  // The webhook of the test before was notified of the fourth event, this one was not.
  const question = await admin.send(`${address}/replays`, range)
  assert.match(question.text, /again to \S*http:\/\/shop\.test\/mended\S*\? Their number: 4\./)
  const sent = await admin.send(`${address}/replays`, confirmationIn(question.text))
  assert.match(sent.location, /\/replays\/[0-9a-f-]{36}\?done=replayed$/)
  const [{ details } = assert.fail()] = await service.database.query(
    `select details from activities where what = 'resend_notifications'`,
  )
  const times = { from: '2026-03-01T09:59:00.000Z', to: '2026-03-01T10:00:00.000Z' }
  assert.deepEqual(details, { ...times, events: 4, only_missing: true, host: 'shop.test' })
  const arrived = await receiver.waitFor(3, ({ path: at, body }) => at === '/mended' && body.id === payment)
  assert.deepEqual(arrived.map(({ headers }) => headers['webhook-sequence']).slice(0, 3), ['1', '2', '3'])
  await until(address, /What is sent arrives/)
  receiver.answer = (_request, response) => void response.end('ok')
  await remove(address)
})

test('one event is resent to this webhook only, with the same id and body', async () => {
  const address = await register({ url: 'http://shop.test/one' })
  const bystander = await register({ url: 'http://other.test/bystander' })
  await shop.authorizedPayment()
  await receiver.waitFor(1, ({ path: at }) => at === '/one')
  await receiver.waitFor(1, ({ path: at }) => at === '/bystander')
  // A resend before the first attempt is recorded would replace it.
  const [event = ''] = eventsOn(await until(address, /1 of 1/))
  const sent = await admin.send(`${address}/events/${event}/resend`)
  assert.deepEqual([sent.status, sent.location], [303, `${address}/events/${event}?done=resent`])
  const [first, second] = await receiver.waitFor(2, ({ path: at }) => at === '/one')
  assert.equal(first?.text, second?.text)
  assert.equal(second?.headers['webhook-id'], event)
  await until(`${address}/events/${event}`, /(HTTP 200[\s\S]*){2}/)
  assert.equal(receiver.received.filter(({ path: at }) => at === '/bystander').length, 1)
  for (const one of [address, bystander]) await remove(one)
})

test('a test event is marked, signed, and shown with its answer', async () => {
  const address = await register({ url: 'http://shop.test/try' })
  const store = /name="store" value="([^"]+)"/.exec((await admin.get(path)).text)?.[1] ?? assert.fail()
  const question = await admin.send(`${path}/signing/rotate`, { store })
  const secretId = /name="secret" value="([^"]+)"/.exec(question.text)?.[1] ?? assert.fail()
  const made = await admin.send(`${path}/signing/rotate`, { store, secret: secretId, confirmed: 'yes' })
  const secret = /value="(whsec_[^"]+)"/.exec(made.text)?.[1] ?? assert.fail(made.text)
  // The same form again makes no secret, and the first one is not shown again.
  const again = await admin.send(`${path}/signing/rotate`, { store, secret: secretId, confirmed: 'yes' })
  assert.equal(again.status, 409)
  assert.doesNotMatch(again.text + (await admin.get(path)).text, /whsec_/)

  const sent = await admin.send(`${address}/test`)
  const [event] = await receiver.waitFor(1, ({ path: at }) => at === '/try')
  assert.deepEqual(
    [event?.body.id, event?.body.order.reference_id, event?.body.is_test, event?.body.meta],
    ['00000000-0000-0000-0000-000000000000', 'TEST-EVENT', true, { test_event: 'true' }],
  )
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(event?.headers[name]),
  )
  const signed = new Verifier(secret).sign(id ?? '', new Date(Number(timestamp) * 1_000), event?.text ?? '')
  assert.equal(signature?.replace(/ v1a,\S+$/, ''), signed)
  assert.match(await until(sent.location.replace(/\?.*/, ''), /HTTP 200/), /Test event/)

  await admin.send(`${path}/signing/stop`, { store, confirmed: 'yes' })
  assert.match((await admin.get(path)).text, /Not signed/)
  await remove(address)
})

test('a webhook that answers 410 is disabled, shows the reason, and is enabled again', async () => {
  const address = await register({ url: 'http://shop.test/gone' })
  receiver.answer = (_request, response) => {
    response.statusCode = 410
    response.end()
  }
  await admin.send(`${address}/test`)
  assert.match(await until(address, /Disabled on/), /because it answered 410/)
  const refused = await admin.send(`${address}/test`)
  assert.equal(refused.status, 409)
  receiver.answer = (_request, response) => void response.end('ok')
  assert.equal((await admin.send(`${address}/enable`)).status, 303)
  assert.doesNotMatch((await admin.get(address)).text, /Disabled on/)
  await remove(address)
})

test('a forbidden address is an error at its field, and the input is kept', async () => {
  for (const url of [
    'http://10.0.0.1:1/x',
    'https://localhost/x',
    'ftp://shop.example',
    '',
    'https://169.254.169.254/',
  ]) {
    await admin.get(`${path}/new`)
    const refused = await admin.send(path, { url })
    assert.equal(refused.status, 422, url)
    assert.match(refused.text, /Type an https address/)
  }
  const refused = await admin.send(path, { url: 'http://shop.test/h', header_title: 'Host', header_value: 'x' })
  assert.match(refused.text, /Type the name of a header/)
  assert.match(refused.text, /value="http:\/\/shop.test\/h"/)
})

test('dispute webhooks exist in live mode, and a header that is not typed again is kept', async () => {
  await admin.get('/dashboard/test/webhooks/new')
  const inTest = await admin.send(path, { url: 'http://shop.test/d', family: 'dispute' })
  assert.equal(inTest.status, 404)
  const header = { header_title: 'X-Shop-Auth', header_value: 'kept-secret-9' }
  const address = await register({ url: 'http://shop.test/d', family: 'dispute', ...header }, 'live')
  await admin.send(`${address}/replace`, { url: 'http://shop.test/d2', header_title: 'X-Shop-Auth', header_value: '' })
  await admin.send(`${address}/test`)
  const [event] = await receiver.waitFor(1, ({ path: at }) => at === '/d2')
  assert.equal(event?.headers['x-shop-auth'], 'kept-secret-9')
  assert.equal(event?.body.dispute_id, '00000000-0000-0000-0000-000000000000')
  await remove(address)
})

test('only admins and developers change webhooks; other roles read, and a developer sees no live amounts', async () => {
  const address = await register({ url: 'http://shop.test/roles' }, 'live')
  await admin.send(`${address}/test`)
  await receiver.waitFor(1, ({ path: at }) => at === '/roles')
  for (const [role, status] of [
    ['operator', 403],
    ['analyst', 403],
    ['developer', 303],
  ] as const) {
    const visitor = await signInAt(service.urls.uae, `${role}@demo.test`)
    const page = await visitor.get(address)
    assert.equal(page.status, 200, role)
    assert.equal(/\/remove"/.test(page.text), status === 303, role)
    assert.equal((await visitor.get('/dashboard/live/webhooks/new')).status, status === 303 ? 200 : 403)
    assert.equal((await visitor.send(`${address}/enable`)).status, status)
  }
  await remove(address)
})

test('a webhook of another merchant or mode, or an unknown one, is not found', async () => {
  const address = await register({ url: 'http://shop.test/mine' })
  await shop.authorizedPayment()
  const [event = ''] = eventsOn(await until(address, /1 of 1/))
  const stranger = await signInAt(service.urls.uae, 'admin@other.test')
  await stranger.get('/dashboard/test/webhooks')
  const id = address.split('/').at(-1)
  for (const [visitor, base] of [
    [stranger, address],
    [admin, `/dashboard/live/webhooks/${id}`],
  ] as const) {
    for (const one of [base, `${base}/events/${event}`]) assert.equal((await visitor.get(one)).status, 404, one)
    for (const form of ['replace', 'remove', 'enable', 'test', 'replays', `events/${event}/resend`]) {
      const sent = await visitor.send(`${base}/${form}`, { url: 'http://shop.test/x', confirmed: 'yes' })
      assert.equal(sent.status, 404, form)
    }
  }
  assert.match((await admin.get(address)).text, /shop\.test\/mine/)
  await remove(address)
})
