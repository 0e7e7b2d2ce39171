import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import { pageOf } from './money-forms.ts'

let notifying: NotifyingService
let shop: Shop
let admin: BackOfficeVisitor
before(async () => {
  notifying = await openNotifyingService({ workers: true })
  const url = notifying.service.urls.uae
  shop = openShop(url, demoKey(1))
  admin = await signInAt(url, 'admin@demo.test')
})
after(() => notifying.close())

const panelOf = (page: string, id: string): string =>
  new RegExp(`<section class="panel" id="${id}"[\\s\\S]*?</section>`).exec(page)?.[0] ?? assert.fail(`no panel ${id}`)
const countOf = (text: string, part: string): number => text.split(part).length - 1

test('story: each event has its actor, its time at the store, and its amount', async () => {
  const id = await shop.authorizedPayment('340.00')
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'cap-7' })
  await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '40.00', reference_id: 'ref-7', reason: 'Torn' })
  await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: '1002' } })
  const { text } = await admin.get(pageOf(id))
  const lines = [...panelOf(text, 'timeline').matchAll(/<li class="timeline-line[\s\S]*?<\/li>/g)].map(([line]) =>
    line
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/[\u2066-\u2069]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  const at = '1 Mar 2026, 14:00:00'
  const key = 'by your shop, with key …1111'
  assert.deepEqual(lines, [
    `The order came to checkout AED 340.00 ${key} ${at}`,
    `The customer paid part 1 AED 85.00 ${at}`,
    `Bought by the customer ${at}`,
    `Captured; the order is closed AED 340.00 ${key} · reference cap-7 ${at}`,
    `Refunded AED 40.00 ${key} · Torn · reference ref-7 ${at}`,
    `Order number changed from 1001 to 1002 ${key} ${at}`,
  ])
  assert.match(text, /Times are those of Dubai/)
})

test('story: acts of people have their e-mail, in Arabic on Arabic pages', async () => {
  const operator = await signInAt(notifying.service.urls.uae, 'operator@demo.test')
  const id = await shop.capturedPayment('340.00')
  await operator.get(pageOf(id))
  await operator.send(`${pageOf(id)}/reference`, { reference_seen: '1001', order_reference_id: '1003' })
  await operator.send('/dashboard/lang', { lang: 'ar' })
  const { text } = await operator.get(pageOf(id))
  assert.match(
    panelOf(text, 'timeline'),
    /تغيّر رقم الطلب من \u20681001\u2069 إلى \u20681003\u2069[\s\S]*بواسطة \u2068operator@demo\.test\u2069/,
  )
})

test("story: notifications of one second are in order of creation, in the page's language", async () => {
  const operator = await signInAt(notifying.service.urls.uae, 'operator@demo.test')
  // Movements have whole seconds, so they sort before other events of the same second.
  notifying.service.clock.advance(500)
  const id = await shop.capturedPayment('340.00')
  const heads = async (lang: 'en' | 'ar'): Promise<string[]> => {
    await operator.get(pageOf(id))
    await operator.send('/dashboard/lang', { lang })
    const panel = panelOf((await operator.get(pageOf(id))).text, 'notifications')
    return [...panel.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, head = '']) => head)
  }
  assert.deepEqual(await heads('en'), ['Payment authorized', 'Payment authorized', 'Payment closed'])
  assert.deepEqual(await heads('ar'), ['تمت الموافقة على الدفعة', 'تمت الموافقة على الدفعة', 'أُغلقت الدفعة'])
})

test('notification: every attempt is shown, and a permitted person can resend it, also after it was given up', async () => {
  const { status } = await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook?secret=77' })
  assert.equal(status, 200)
  notifying.receiver.answer = (_request, response) => void response.writeHead(503).end('<b>busy</b>')
  const id = await shop.authorizedPayment('20.00')
  await notifying.untilSome(`select 1 from delivery_attempts`)
  const { text } = await admin.get(pageOf(id))
  const panel = panelOf(text, 'notifications')
  assert.match(
    panel,
    /shop\.test\/hook<\/bdi>[\s\S]*Waits[\s\S]*1 attempt[\s\S]*answered 503[\s\S]*&lt;b>busy&lt;\/b>[\s\S]*Next attempt/,
  )
  assert.doesNotMatch(panel, /secret=77/)
  notifying.receiver.answer = (_request, response) => void response.end('ok')
  const notification_id = /name="notification_id" value="([^"]+)"/.exec(panel)?.[1] ?? assert.fail()
  const sent = await admin.send(`${pageOf(id)}/resend`, { notification_id })
  assert.deepEqual([sent.status, sent.location], [303, `${pageOf(id)}?done=resend`])
  await notifying.untilSome(`select 1 from deliveries where state = 'delivered'`)
  assert.match(
    panelOf((await admin.get(pageOf(id))).text, 'notifications'),
    /Delivered[\s\S]*2 attempts[\s\S]*answered 200/,
  )
  const other = await shop.authorizedPayment('20.00')
  assert.equal((await admin.send(`${pageOf(other)}/resend`, { notification_id })).status, 404)
  const operator = await signInAt(notifying.service.urls.uae, 'operator@demo.test')
  assert.doesNotMatch((await operator.get(pageOf(id))).text, /name="notification_id"/)
})

test('fifty captures and three hundred notifications: the page stays short, and one press shows the rest', async () => {
  const id = await shop.authorizedPayment('500.00')
  for (let part = 0; part < 50; part += 1)
    await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '9.00', reference_id: `part-${part}` })
  for (let name = 0; name < 250; name += 1)
    await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: `renamed ${name}` } })
  const { text } = await admin.get(`${pageOf(id)}?from=q%3Drenamed`)
  assert.ok(text.length < 50_000, `${text.length} characters`)
  assert.equal(countOf(panelOf(text, 'timeline'), 'class="timeline-line'), 20)
  assert.equal(countOf(panelOf(text, 'notifications'), '<strong>Payment '), 10)
  const all = (panel: string): string =>
    (/<a class="button" href="([^"]*all=[^"]*)"/.exec(panelOf(text, panel))?.[1] ?? assert.fail()).replaceAll(
      '&amp;',
      '&',
    )
  const timeline = await admin.get(all('timeline'))
  assert.equal(countOf(panelOf(timeline.text, 'timeline'), 'class="timeline-line'), 303)
  const notifications = await admin.get(all('notifications'))
  assert.equal(countOf(panelOf(notifications.text, 'notifications'), '<strong>Payment '), 301)
  assert.match(notifications.text, /class="quiet" href="\/dashboard\/test\/payments\?q=renamed"/)
})

test('texts of a shop or its webhook are escaped, and a large payment is a file', async () => {
  const script = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`
  const item = {
    title: script,
    reference_id: script,
    description: script,
    quantity: 2,
    unit_price: '10.00',
    category: script,
  }
  const { body } = await shop.checkout('20.00', {
    description: script,
    buyer: { name: script, email: 'otp.success@example.com', phone: '+971500000001', dob: '1990-04-17' },
    shipping_address: { city: script, address: script, zip: script },
    order: { reference_id: script, items: [item] },
    meta: { note: script },
  })
  const { id } = body.payment
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '20.00', reference_id: script })
  await shop.call('POST', `/api/v2/payments/${id}/refunds`, {
    amount: '1.00',
    reference_id: script,
    reason: script,
    items: [item],
  })
  const form = { reference_id: 'abcdefgh', amount_seen: '19.00', by: 'items', quantity_0: '1' }
  const pages = [
    await admin.get(pageOf(id)),
    await admin.get(`/dashboard/test/payments?${new URLSearchParams({ q: script })}`),
    await admin.get('/dashboard/test/payments'),
    await admin.send(`${pageOf(id)}/refund`, { ...form, by: '', amount: '2.00', reason: script }),
    await admin.send(`${pageOf(id)}/refund`, { ...form, by: '', amount: script, reason: script }),
    await admin.send(`${pageOf(id)}/reference`, { reference_seen: 'x', order_reference_id: script.repeat(2) }),
  ]
  for (const { text } of pages) {
    assert.ok(text.includes('alert(1)'))
    assert.doesNotMatch(text, /<script>alert|<img|onerror="|'>"/)
  }
  const raw = await admin.get(`${pageOf(id)}/json`)
  assert.equal(raw.headers.get('content-disposition'), `attachment; filename="payment-${id}.json"`)
  assert.deepEqual(JSON.parse(raw.text), (await shop.call('GET', `/api/v2/payments/${id}`)).body)
})

test('an order with very many items shows the first ones and the count of the rest; its data is a file', async () => {
  const items = Array.from({ length: 400 }, (_, index) => ({
    ...{ title: `Thing ${index}`, quantity: 1, unit_price: '1.00', category: 'Things' },
    description: 'x'.repeat(500),
  }))
  const { body } = await shop.checkout('400.00', { order: { reference_id: 'Large', items } })
  const { text } = await admin.get(pageOf(body.payment.id))
  assert.match(text, /Thing 99</)
  assert.doesNotMatch(text, /Thing 100</)
  assert.match(text, /300 more items/)
  assert.match(text, /It is too long to be shown here/)
  assert.ok(text.length < 90_000, `${text.length} characters`)
})
