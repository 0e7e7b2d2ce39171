import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { wordsFor } from '../../src/pages/dashboard/words/words.ts'
import { day, minute } from '../../src/platform/base/times.ts'
import { type BackOfficeVisitor, signInAt, tokenOf } from '../../testkit/back-office-visitor.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'
import { newOwnMerchant } from './own-merchant.ts'

let api: TestApi
let merchant: NewMerchant
let visitor: BackOfficeVisitor
let email: string
before(async () => {
  api = await openTestApi({ env: { RATE_LIMITS: 'on' } })
  merchant = await api.newMerchant()
  email = `admin@${merchant.id.slice(-12)}.test`
  visitor = await signInAt(api.service.urls.uae, email)
})
after(() => api.close())

const base = '/dashboard/test/links'
const order = {
  ...{ amount: '٣٤٠', order_reference_id: 'A-77', description: 'Two lamps', name: 'Sara Ali' },
  ...{ phone: '050 000 0001', email: 'otp.success@example.com', lang: 'ar' },
}

/** Sends the form of a new link. Returns the address of its page. */
async function make(fields: Record<string, string> = {}, link: string = randomUUID()): Promise<string> {
  const { status, location, text } = await visitor.send(base, { ...order, ...fields, link })
  assert.equal(status, 303, text)
  assert.equal(location, `${base}/${link}?done=make`)
  return `${base}/${link}`
}

const payAddress = (page: string): string => /value="([^"]*\/hpp\/link\/[^"]*)"/.exec(page)?.[1] ?? ''

/** Opens the link as a customer of one browser. Returns the id of its session, and the page. */
async function open(address: string): Promise<{ sessionId: string; page: string }> {
  const { status, headers } = await fetch(address, { redirect: 'manual' })
  assert.equal(status, 303)
  const location = new URL(headers.get('location') ?? '', address)
  const page = await (await fetch(location)).text()
  return { sessionId: location.searchParams.get('sessionId') ?? '', page }
}

const count = async (table: string): Promise<number> =>
  (await api.service.database.query(`select from ${table} where merchant_id = '${merchant.id}'`)).length

test('a link is made for an order; the customer pays with it and stays at the payment page', async () => {
  assert.match((await visitor.get(base)).text, /No payment links yet/)
  const path = await make()
  const page = await visitor.get(`${path}?done=make`)
  assert.match(page.text, /The link is made/)
  assert.match(page.text, /A-77/)
  const { sessionId, page: customers } = await open(payAddress(page.text))
  assert.match(customers, /lang="ar"/)
  const { body } = await merchant.test.call('GET', `/api/v2/checkout/${sessionId}`)
  assert.deepEqual(body.merchant_urls, { success: null, cancel: null, failure: null })
  assert.deepEqual([body.payment.amount, body.payment.buyer.phone], ['340.00', '050 000 0001'])
  await merchant.test.call('POST', `/sandbox/payments/${body.payment.id}/authorize`)
  const paid = await visitor.get(path)
  assert.match(paid.text, /Capture the payment when you deliver/)
  assert.match(paid.text, new RegExp(`/dashboard/test/payments/${body.payment.id}`))
  assert.equal((await visitor.get(`${path}/qr.png`)).status, 404)
  const list = await visitor.get(base)
  assert.match(list.text, /Paid/)
  assert.match(list.text, new RegExp(email))
})

test('the same form twice, or twice at once, makes one link', async () => {
  const before = await count('sessions')
  const link = randomUUID()
  const sent = await Promise.all([1, 2, 3].map(() => visitor.send(base, { ...order, link })))
  assert.deepEqual(new Set(sent.map(({ location }) => location)), new Set([`${base}/${link}?done=make`]))
  assert.equal((await visitor.send(base, { ...order, link })).status, 303)
  assert.equal(await count('sessions'), before + 1)
  const log = await api.service.database.query(
    `select email from activities where what = 'make_link' and on_id = '${link}'`,
  )
  assert.deepEqual(log, [{ email }])
})

test('the same form with another order makes nothing and says so; a second press makes another link', async () => {
  const link = randomUUID()
  const path = await make({}, link)
  const before = await count('sessions')
  const changed = await visitor.send(base, { ...order, amount: '350', link })
  assert.equal(changed.status, 409)
  assert.match(changed.text, /already, for AED\s340\.00 of order \u2068A-77\u2069/)
  assert.ok(changed.text.includes(`href="${path}"`))
  assert.match(changed.text, /value="350"/)
  assert.equal(await count('sessions'), before)
  const next = /name="link" value="([^"]+)"/.exec(changed.text)?.[1] ?? ''
  assert.notEqual(await make({ amount: '350' }, next), path)
  assert.equal(await count('sessions'), before + 1)
})

test('errors of an order are shown at their fields, and the input is kept', async () => {
  const before = await count('payment_links')
  const wrong = async (fields: Record<string, string>, message: RegExp): Promise<void> => {
    const page = await visitor.send(base, { ...order, link: randomUUID(), ...fields })
    assert.equal(page.status, 422, page.text)
    assert.match(page.text, message)
    assert.match(page.text, /value="Sara Ali"/)
  }
  for (const amount of ['', '0', '-5', '1.234', 'much', '9999999999'])
    await wrong({ amount }, /Type an amount above zero/)
  await wrong({ phone: 'mine' }, /This is no phone number/)
  await wrong({ phone: '', email: '' }, /Type a phone or an e-mail/)
  await wrong({ email: 'mine' }, /This is no e-mail address/)
  assert.equal(await count('payment_links'), before)
  assert.equal((await visitor.send(base, { ...order, link: 'x' })).location, `${base}/new`)
})

test('an order that may not be paid in parts gets a friendly answer and can be corrected', async () => {
  const high = await visitor.get(await make({ amount: '60000' }))
  assert.match(high.text, /above what can be paid in parts/)
  assert.match(high.text, /Not possible/)
  const low = await visitor.get(await make({ amount: '0.50' }))
  assert.match(low.text, /below what can be paid in parts/)
  const path = await make({ phone: '+971500000002' })
  const page = await visitor.get(path)
  assert.match(page.text, /cannot offer this customer/)
  const again = await visitor.get(/href="([^"]*links\/new\?from=[^"]*)"/.exec(page.text)?.[1] ?? '')
  assert.match(again.text, /value="340\.00"/)
  assert.match(again.text, /value="\+971500000002"/)
})

test('each press sends one text message to the phone, and it is counted', async () => {
  const path = await make()
  const expected = { sends_seen: '0' }
  const [one, other] = await Promise.all([
    visitor.send(`${path}/send`, expected),
    visitor.send(`${path}/send`, expected),
  ])
  assert.deepEqual([one.status, other.status].sort(), [303, 409])
  assert.match([one.text, other.text].join(''), /It was not sent once more/)
  const messages = async (): Promise<{ text: string; kind: string }[]> =>
    (await merchant.test.call('GET', '/sandbox/messages?phone=%2B971500000001')).body.messages
  const before = (await messages()).filter(({ kind }) => kind === 'link')
  assert.equal(before.length, 1)
  assert.match(
    before[0]?.text ?? '',
    new RegExp(payAddress((await visitor.get(path)).text).replaceAll(/[?.]/g, '\\$&')),
  )
  assert.equal((await visitor.send(`${path}/send`, { sends_seen: '1' })).location, `${path}?done=send`)
  assert.match((await visitor.get(path)).text, /2 ×, last/)
  assert.equal((await messages()).filter(({ kind }) => kind === 'link').length, 2)
})

test('a message that fails or exceeds the quota is reported and not counted', async () => {
  const abroad = await make({ phone: '+12025550123' })
  const refused = await visitor.send(`${abroad}/send`, { sends_seen: '0' })
  assert.deepEqual([refused.status, /Copy the link instead/.test(refused.text)], [422, true])
  const path = await make({ phone: '0501112223' })
  let sends = 0
  let answer = await visitor.send(`${path}/send`, { sends_seen: '0' })
  while (answer.status === 303) {
    sends += 1
    assert.ok(sends < 20)
    answer = await visitor.send(`${path}/send`, { sends_seen: String(sends) })
  }
  assert.deepEqual([sends, answer.status], [10, 429])
  assert.match(answer.text, /Try again in \d+/)
  assert.match((await visitor.get(path)).text, /10 ×/)
})

test('cancelling confirms once, and the customer can no longer pay', async () => {
  const path = await make()
  const address = payAddress((await visitor.get(path)).text)
  const question = await visitor.send(`${path}/cancel`)
  assert.match(question.text, /Cancel the link for AED\s340\.00 of order \u2068A-77\u2069\?/)
  assert.match((await visitor.get(path)).text, /It is good until/)
  const unnumbered = await visitor.send(`${await make({ order_reference_id: '' })}/cancel`)
  assert.match(unnumbered.text, /Cancel the link for AED\s340\.00\? The customer/)
  for (let press = 0; press < 2; press += 1)
    assert.equal((await visitor.send(`${path}/cancel`, { confirmed: 'yes' })).location, `${path}?done=cancel`)
  assert.match((await visitor.get(`${path}?done=cancel`)).text, /Nobody can pay with it/)
  const over = await (await fetch(address)).text()
  assert.match(over, /أُلغي هذا الرابط/)
  for (const typed of ['A-77', 'Two lamps', 'Sara', '340', 'name="phone"']) assert.ok(!over.includes(typed), typed)
  const sent = await visitor.send(`${path}/send`, { sends_seen: '0' })
  assert.equal(sent.status, 422)
  const paid = await make()
  const { sessionId } = await open(payAddress((await visitor.get(paid)).text))
  const { body } = await merchant.test.call('GET', `/api/v2/checkout/${sessionId}`)
  await merchant.test.call('POST', `/sandbox/payments/${body.payment.id}/authorize`)
  const late = await visitor.send(`${paid}/cancel`, { confirmed: 'yes' })
  assert.deepEqual([late.status, /over or paid/.test(late.text)], [409, true])
})

test('links of stores in two countries show all times in one named zone', async () => {
  const own = await newOwnMerchant(api)
  for (const merchant_code of ['main', 'kuwait']) {
    const link = randomUUID()
    assert.equal(
      (await own.admin.send(base, { ...order, merchant_code, link, form_token: tokenOf(own.admin) })).status,
      303,
    )
  }
  const { text } = await own.admin.get(base)
  assert.match(text, /AED.340\.00[\s\S]*KWD.340\.000|KWD.340\.000[\s\S]*AED.340\.00/)
  const [zone = ''] = /Times are those of [^.]*\./.exec(text) ?? []
  assert.equal(zone, 'Times are those of Dubai.')
  const clock = wordsFor('en', 'AE').moment(api.service.clock.now(), 'Asia/Dubai')
  assert.equal(text.split(clock).length - 1, 2, text)
})

test('a link that ended says so to the merchant and to the customer', async () => {
  const path = await make()
  const address = payAddress((await visitor.get(path)).text)
  api.service.clock.advance(day - minute)
  await open(address)
  api.service.clock.advance(minute)
  visitor = await signInAt(api.service.urls.uae, email)
  assert.match((await visitor.get(path)).text, /its time is over/)
  assert.match(await (await fetch(address)).text(), /انتهت صلاحية هذا الرابط/)
  assert.match(await (await fetch(`${address}?lang=en`)).text(), /This link has ended/)
})

test('typed texts are escaped everywhere', async () => {
  const evil = '"><script>alert(1)</script>'
  const path = await make({ order_reference_id: evil, description: evil, name: evil })
  for (const page of [await visitor.get(path), await visitor.get(base), await visitor.send(`${path}/cancel`)])
    assert.doesNotMatch(page.text, /<script>/)
  const wrong = await visitor.send(base, { ...order, name: evil, amount: '', link: randomUUID() })
  assert.doesNotMatch(wrong.text, /<script>/)
})

test('another merchant, another mode and readers cannot make, send or cancel a link', async () => {
  const path = await make()
  const id = path.split('/').at(-1)
  const stranger = await signInAt(api.service.urls.uae, 'admin@other.test')
  for (const step of ['', '/qr.png']) assert.equal((await stranger.get(path + step)).status, 404)
  for (const step of ['/send', '/cancel'])
    assert.equal((await stranger.send(path + step, { form_token: tokenOf(stranger), confirmed: 'yes' })).status, 404)
  assert.equal((await visitor.get(`/dashboard/live/links/${id}`)).status, 404)
  assert.equal((await visitor.get(`/dashboard/test/links/new?from=${randomUUID()}`)).status, 404)
  const analyst = await signInAt(api.service.urls.uae, 'analyst@demo.test')
  assert.equal((await analyst.get(base)).status, 200)
  assert.doesNotMatch((await analyst.get(base)).text, /Make a link<\/a>/)
  assert.equal((await analyst.get(`${base}/new`)).status, 403)
  assert.equal((await analyst.send(base, { ...order, link: randomUUID(), form_token: tokenOf(analyst) })).status, 403)
  // An id of another merchant's link is free at this merchant.
  const same = await stranger.send(base, { ...order, link: id ?? '', form_token: tokenOf(stranger) })
  assert.equal(same.status, 303)
  assert.match((await visitor.get(path)).text, /It is good until/)
})
