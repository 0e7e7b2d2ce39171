import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

const members =
  'id created_at expires_at status is_test product amount currency description buyer shipping_address order captures refunds buyer_history order_history meta cancelable attachment'

test('a payment has its members in the order of the contract', async () => {
  const id = await shop.capturedPayment()
  const { body } = await shop.call('GET', `/api/v2/payments/${id}`)
  assert.equal(Object.keys(body).join(' '), members)
  assert.deepEqual(body.product, { type: 'installments', installments_count: 3, installment_period: 'P1M' })
  const order = 'reference_id tax_amount shipping_amount discount_amount items'
  assert.equal(Object.keys(body.order).join(' '), order)
})

test('every operation answers a payment in the same shape', async () => {
  const session = await shop.checkout()
  const { id } = session.body.payment
  const answers = [
    session.body.payment,
    (await shop.call('POST', `/sandbox/payments/${id}/authorize`)).body,
    (await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: 'B' } })).body,
    (await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '1' })).body,
    (await shop.call('POST', `/api/v2/payments/${id}/close`)).body,
    (await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '1' })).body,
    (await shop.call('GET', '/api/v2/payments?limit=1')).body.payments[0],
    (await shop.call('GET', `/api/v2/checkout/${session.body.id}`)).body.payment,
  ]
  for (const payment of answers) assert.equal(Object.keys(payment).join(' '), members)
})

test("the merchant's own data is answered as in the examples", async () => {
  const item = {
    reference_id: 'SKU-1',
    title: 'Linen shirt',
    description: 'White, slim',
    quantity: 2,
    unit_price: '160.00',
    discount_amount: '0.00',
    image_url: 'https://shop.example/i/1.jpg',
    product_url: 'https://shop.example/p/1',
    gender: 'Male',
    category: 'Clothes',
    color: 'white',
    product_material: 'linen',
    size_type: 'EU',
    size: 'M',
    brand: 'Acme',
    is_refundable: true,
    barcode: '12345678',
    ppn: 'MNXT2ZM/A',
    seller: 'Acme',
  }
  const past = { reference_id: 'SKU-9', title: 'Socks', quantity: 1, unit_price: '120.00', category: 'Clothes' }
  const buyer = { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001' }
  const address = { city: 'Dubai', address: 'Street 1', zip: '00000' }
  const buyer_history = {
    registered_since: '2024-01-10T13:00:00+04:00',
    loyalty_level: 3,
    wishlist_count: 0,
    is_social_networks_connected: true,
    is_phone_number_verified: true,
    is_email_verified: false,
  }
  const sent = {
    order: { reference_id: '1001', updated_at: '2024-02-29T23:59:59.999-01:30', shipping_amount: 20, items: [item] },
    buyer_history,
    order_history: [
      {
        purchased_at: '2025-12-01T08:30:00Z',
        amount: '120.00',
        payment_method: 'card',
        status: 'complete',
        buyer,
        shipping_address: address,
        items: [{ ...past, ordered: 1, captured: 1, shipped: 1 }],
      },
    ],
    attachment: { body: '{"flight_reservation_details":{}}', content_type: 'application/vnd.example.v1+json' },
  }
  const { body } = await shop.checkout('340.00', sent)
  const shown = (await shop.call('GET', `/api/v2/payments/${body.payment.id}`)).body
  assert.deepEqual(shown, body.payment)
  assert.deepEqual(shown.order, {
    reference_id: '1001',
    updated_at: '2024-03-01T01:29:59Z',
    tax_amount: '0.00',
    shipping_amount: '20.00',
    discount_amount: '0.00',
    items: [item],
  })
  assert.deepEqual(shown.buyer_history, { ...buyer_history, registered_since: '2024-01-10T09:00:00Z' })
  const counted = { description: '', discount_amount: '0.00', ordered: 1, captured: 1, shipped: 1, refunded: 0 }
  assert.deepEqual(shown.order_history, [
    { ...sent.order_history[0], amount: '120.00', buyer: { ...buyer, dob: null }, items: [{ ...past, ...counted }] },
  ])
  assert.deepEqual([shown.meta, shown.attachment], [{ order_id: '1001' }, sent.attachment])
})

test('amounts have the decimals of their currency', async () => {
  for (const [country, currency, amount] of [
    ['AE', 'AED', '7.50'],
    ['SA', 'SAR', '7.50'],
    ['KW', 'KWD', '7.500'],
  ] as const) {
    const own = (await api.newMerchant({ country })).test
    const { body } = await own.checkout('7.5')
    assert.deepEqual([body.payment.currency, body.payment.amount], [currency, amount])
    assert.equal(body.payment.order.tax_amount, (0).toFixed(currency === 'KWD' ? 3 : 2))
  }
})

test('an unfinished payment expires half an hour after its creation, even before a worker has run', async () => {
  const own = (await api.newMerchant()).test
  const id = await own.createdPayment()
  const get = async () => (await own.call('GET', `/api/v2/payments/${id}`)).body
  assert.deepEqual([(await get()).status, (await get()).expires_at], ['CREATED', '2026-03-01T10:20:00Z'])
  api.service.clock.advance(30 * 60_000 - 1)
  assert.equal((await get()).status, 'CREATED')
  api.service.clock.advance(1)
  assert.equal((await get()).status, 'EXPIRED')
})

test('authorization lasts a year', async () => {
  const own = (await api.newMerchant()).test
  const id = await own.createdPayment()
  const { body } = await own.call('POST', `/sandbox/payments/${id}/authorize`)
  assert.equal(Date.parse(body.expires_at), Date.parse(body.created_at) + 365 * 86_400_000)
  assert.equal(body.cancelable, true)
})

test('the path is checked after the key and before existence', async () => {
  const wrong = [
    'x',
    '123',
    `${nobody}0`,
    `{${nobody}}`,
    nobody.replaceAll('-', ''),
    '%00',
    '%F0%9F%92%B8',
    'a'.repeat(9_000),
  ]
  for (const id of wrong) {
    assertRefused(await shop.call('GET', `/api/v2/payments/${id}`), 400, 'invalid payment id')
  }
  assertRefused(await api.open('').call('GET', '/api/v2/payments/x'), 401, 'invalid secret key')
  assertRefused(await shop.call('GET', `/api/v2/payments/${nobody}`), 404, 'no such payment')
})

test('a payment is visible to keys of its merchant and mode only', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  for (const [own, stranger] of [
    [one.test, one.live],
    [one.live, one.test],
    [one.test, other.test],
    [one.live, other.live],
  ] as const) {
    const id = await own.createdPayment()
    assert.equal((await own.call('GET', `/api/v2/payments/${id}`)).body.is_test, own === one.test)
    assertRefused(await stranger.call('GET', `/api/v2/payments/${id}`), 404, 'no such payment')
  }
})

test('an id may have capital letters', async () => {
  const id = await shop.createdPayment()
  assert.equal((await shop.call('GET', `/api/v2/payments/${id.toUpperCase()}`)).body.id, id)
})
