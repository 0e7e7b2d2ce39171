import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkoutBody } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const post = (body: unknown, by = shop) => by.call('POST', '/api/v2/checkout', body)
const undecoded = 'could not decode request'

const required = {
  'payment.amount': '$.payment.amount',
  'payment.currency': '$.payment.currency',
  'payment.buyer': '$.payment.buyer',
  'payment.buyer.name': '$.payment.buyer.name',
  'payment.buyer.email': '$.payment.buyer.email',
  'payment.buyer.phone': '$.payment.buyer.phone',
  'payment.shipping_address': '$.payment.shipping_address',
  'payment.shipping_address.city': '$.payment.shipping_address.city',
  'payment.shipping_address.address': '$.payment.shipping_address.address',
  'payment.shipping_address.zip': '$.payment.shipping_address.zip',
  'payment.order': '$.payment.order',
  'payment.order.reference_id': '$.payment.order.reference_id',
  'payment.order.items.0.title': '$.payment.order.items[0].title',
  'payment.order.items.0.quantity': '$.payment.order.items[0].quantity',
  'payment.order.items.0.unit_price': '$.payment.order.items[0].unit_price',
  'payment.order.items.0.category': '$.payment.order.items[0].category',
  'payment.buyer_history': '$.payment.buyer_history',
  'payment.buyer_history.registered_since': '$.payment.buyer_history.registered_since',
  'payment.buyer_history.loyalty_level': '$.payment.buyer_history.loyalty_level',
  lang: '$.lang',
  merchant_code: '$.merchant_code',
  payment: '$.payment',
}

const body = () => checkoutBody('demo_ae', 'AED', '340.00', {}, {})
function without(path: string): object {
  const all: object = body()
  const parts = path.split('.')
  const last = parts.pop() ?? ''
  Reflect.deleteProperty(
    parts.reduce((at, part) => Reflect.get(at, part) as object, all),
    last,
  )
  return all
}

for (const [path, field] of Object.entries(required)) {
  test(`a strict store requires ${path}`, async () => {
    assertWrong(await post(without(path)), `${field} required`)
  })
}

for (const path of [
  'payment.description',
  'payment.order_history',
  'payment.meta',
  'merchant_urls',
  'payment.buyer.dob',
]) {
  test(`a strict store does not require ${path}`, async () => {
    assert.equal((await post(without(path))).status, 200)
  })
}

test('optional members may be null', async () => {
  const item = { title: 'T', quantity: 1, unit_price: '1', category: 'C', description: null, image_url: null }
  const order = { reference_id: 'x', tax_amount: null, shipping_amount: null, updated_at: null, items: [item] }
  const payment = { description: null, meta: null, attachment: null, order_history: null, order }
  const answer = await shop.checkout('1', payment, { token: null, merchant_urls: null })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body.merchant_urls, { success: null, cancel: null, failure: null })
  assert.deepEqual(answer.body.payment.order_history, [])
})

test("a return address that no browser can open is refused; an app's address is accepted", async () => {
  const apps = { success: 'myapp://done', cancel: 'com.shop.app://cancel', failure: 'https://shop.example/failure' }
  const accepted = await shop.checkout('1', {}, { merchant_urls: apps })
  assert.deepEqual([accepted.status, accepted.body.merchant_urls], [200, apps])
  for (const url of [
    'mailto:orders@shop.example',
    'tel:+971500000001',
    'sms:+971500000001',
    'myapp:done',
    ' https://shop.example',
  ]) {
    for (const name of ['success', 'cancel', 'failure'])
      assertWrong(await shop.checkout('1', {}, { merchant_urls: { [name]: url } }), `$.merchant_urls.${name}`)
  }
})

test('all wrong fields are reported at once, including amounts and missing ones', async () => {
  const wrong = body()
  Object.assign(wrong.payment, { amount: '1.001', currency: 'AED', attachment: { body: 'x'.repeat(256 * 1024 + 1) } })
  Object.assign(wrong.payment.buyer, { dob: '1990-02-30', email: 'nobody', phone: '1'.repeat(256) })
  Object.assign(wrong.payment.order, { updated_at: 'noon', tax_amount: 'x', discount_amount: '1000000000' })
  Object.assign(wrong.payment.order.items[0] ?? {}, { quantity: 0, unit_price: '-1', image_url: 'no address' })
  Reflect.deleteProperty(wrong.payment.shipping_address, 'zip')
  Object.assign(wrong, { lang: 'fr', merchant_urls: { success: 'javascript:alert(1)' } })
  const fields = [
    '$.lang',
    '$.merchant_urls.success',
    '$.payment.amount',
    '$.payment.attachment.body',
    '$.payment.buyer.dob',
    '$.payment.buyer.email',
    '$.payment.buyer.phone',
    '$.payment.order.discount_amount',
    '$.payment.order.items[0].quantity',
    '$.payment.order.items[0].unit_price',
    '$.payment.order.tax_amount',
    '$.payment.order.updated_at',
    '$.payment.shipping_address.zip required',
  ]
  assertWrong(await post(wrong), ...fields)
  assertWrong(await shop.checkout('ten', { currency: 'USD' }), '$.payment.amount', '$.payment.currency')
})

test('the limits of texts are those of the contract', async () => {
  const at = (name: string, city: string, address: string, description: string) => ({
    buyer: { name, email: 'a@b.example', phone: '1' },
    shipping_address: { city, address, zip: '0' },
    description,
  })
  const x = (length: number) => 'ش'.repeat(length)
  assert.equal((await shop.checkout('1', at(x(4_096), x(4_096), x(4_096), x(65_535)))).status, 200)
  const fields = ['buyer.name', 'shipping_address.city', 'shipping_address.address', 'description']
  const over = await shop.checkout('1', at(x(4_097), x(4_097), x(4_097), x(65_536)))
  assertWrong(over, ...fields.map((field) => `$.payment.${field}`))
})

test('free texts may have any characters', async () => {
  const item = { title: 'T', quantity: 1, unit_price: '0', category: 'C', gender: 'robot', size_type: 'moon', size: '' }
  const buyer = { name: 'A', email: 'a@b.example', phone: '1' }
  const past = { purchased_at: '2025-01-01', amount: '0', status: 'teleported', payment_method: 'barter', buyer }
  const address = { city: '', address: '', zip: '' }
  const order_history = Array.from({ length: 12 }, () => ({ ...past, shipping_address: address, items: [item] }))
  const answer = await shop.checkout('1', { order: { reference_id: '', items: [item] }, order_history })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.payment.order_history.length, 12)
})

for (const [sent, shown] of [
  ['2024-02-29T23:30:00+04:00', '2024-02-29T19:30:00Z'],
  ['2024-02-29T23:30:00-04:00', '2024-03-01T03:30:00Z'],
  ['2024-02-29T23:30:00.999999Z', '2024-02-29T23:30:00Z'],
  ['2024-02-29t23:30:00z', '2024-02-29T23:30:00Z'],
  ['2024-02-29T23:30:00+0530', '2024-02-29T18:00:00Z'],
  ['2024-02-29T23:30:00+05', '2024-02-29T18:30:00Z'],
  ['2024-02-29', '2024-02-29T00:00:00Z'],
] as const) {
  test(`${sent} is answered as ${shown}`, async () => {
    const order = { reference_id: '1', items: [], updated_at: sent }
    assert.equal((await shop.checkout('1', { order })).body.payment.order.updated_at, shown)
  })
}

const badTimes = [
  '2023-02-29',
  '2024-13-01T00:00:00Z',
  '2024-01-01T24:00:01Z',
  'now',
  '',
  '1700000000',
  '9999-12-31T23:59:59-01:00',
]
for (const updated_at of [
  ...badTimes.filter((text) => text !== ''),
  '0001-01-01T00:00:00+01:00',
  '+012024-01-01T00:00:00Z',
  '2024-01-01T00:00:00+24:00',
]) {
  test(`${JSON.stringify(updated_at)} is no datetime`, async () => {
    const order = { reference_id: '1', items: [], updated_at }
    assertWrong(await shop.checkout('1', { order }), '$.payment.order.updated_at')
  })
}

const wrongTypes: Record<string, object> = {
  payment: { payment: [] },
  'payment null': { payment: null },
  lang: { lang: 7 },
  merchant_code: { merchant_code: 7 },
  'merchant_code null': { merchant_code: null },
  merchant_urls: { merchant_urls: 'https://shop.example' },
  token: { merchant_urls: { success: 5 } },
}
for (const [name, members] of Object.entries(wrongTypes)) {
  test(`a wrong type of ${name} cannot be decoded`, async () => {
    assertRefused(await post({ ...body(), ...members }), 400, undecoded)
  })
}
for (const payment of [
  { amount: true },
  { amount: null },
  { amount: [] },
  { currency: 7 },
  { buyer: 'Sara' },
  { buyer: { name: 1, email: 'a@b.example', phone: '1' } },
  { order: [] },
  { order: { reference_id: 5, items: [] } },
  { order: { reference_id: '5', items: {} } },
  { order: { reference_id: '5', items: ['x'] } },
  { order: { reference_id: '5', items: [{ title: 'T', quantity: '1', unit_price: '1', category: 'C' }] } },
  { buyer_history: { registered_since: 0, loyalty_level: 0 } },
  { buyer_history: { registered_since: '2024-01-01', loyalty_level: '0' } },
  { order_history: {} },
  { meta: { a: 1 } },
  { meta: [] },
  { meta: 'x' },
  { attachment: 'x' },
  { attachment: { body: {} } },
]) {
  test(`${JSON.stringify(payment)} cannot be decoded, even with other errors`, async () => {
    assertRefused(await shop.checkout('1', { ...payment, description: 'x'.repeat(70_000) }), 400, undecoded)
  })
}

for (const text of ['', '{', 'null', '[]', '"x"', '7', '{"payment":', '<xml/>', '{"payment":{}}}']) {
  test(`the body ${JSON.stringify(text)} cannot be decoded`, async () => {
    assertRefused(await post(text), 400, undecoded)
  })
}

test('the largest body is accepted; one more byte is refused with an answer', async () => {
  const base = body()
  const room = 1024 * 1024 - Buffer.byteLength(JSON.stringify({ ...base, padding: '' }))
  assert.equal((await post({ ...base, padding: 'x'.repeat(room) })).status, 200)
  const over = await post({ ...base, padding: 'x'.repeat(room + 1) })
  assert.deepEqual([over.status, over.body.errorType], [400, 'bad_data'])
})
