import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { demoKey } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const post = (body: unknown, by = shop) => by.call('POST', '/api/v2/checkout', body)
const undecoded = 'could not decode request'

const sessionMembers =
  'id status rejection_reason_code warnings lang merchant_code merchant merchant_urls token configuration payment'
const planMembers =
  'downpayment downpayment_percent amount_to_pay order_amount next_payment_date installments installments_count installment_period pay_per_installment pay_after_delivery service_fee web_url qr_code'

test('an available session has the members of the examples, and a plan that sums to the amount', async () => {
  const own = (await api.newMerchant()).test
  const urls = { success: 'https://shop.example/ok?a=1', cancel: 'shop-app://cancel', failure: null }
  const { status, body } = await own.checkout('340.03', {}, { merchant_urls: urls })
  assert.equal(status, 200)
  assert.equal(Object.keys(body).join(' '), sessionMembers)
  assert.deepEqual(
    [body.status, body.warnings, body.lang, body.merchant_code, body.token, body.merchant_urls],
    ['created', null, 'en', 'main', null, urls],
  )
  assert.deepEqual(body.merchant, { name: 'Shop', address: '', logo: '' })
  const { configuration } = body
  assert.deepEqual([configuration.currency, configuration.expires_at], ['AED', '2026-03-01T10:20:00Z'])
  assert.deepEqual(configuration.products.installments, {
    type: 'installments',
    is_available: true,
    rejection_reason: null,
  })
  const [plan] = configuration.available_products.installments
  assert.equal(Object.keys(plan).join(' '), planMembers)
  assert.deepEqual([plan.downpayment, plan.amount_to_pay, plan.order_amount], ['85.00', '255.03', '340.03'])
  assert.deepEqual(
    plan.installments.map((part: { due_date: string; amount: string }) => [part.due_date, part.amount]),
    [
      ['2026-04-01', '85.00'],
      ['2026-05-01', '85.00'],
      ['2026-06-01', '85.03'],
    ],
  )
  assert.equal(plan.web_url, `${own.baseUrl}/hpp/?sessionId=${body.id}&product=installments&lang=en`)
  assert.equal(plan.qr_code, `${own.baseUrl}/api/v2/checkout/${body.id}/hpp_link_qr`)
  assert.deepEqual([body.payment.status, body.payment.expires_at], ['CREATED', configuration.expires_at])
})

test('every call makes a new session and a new payment', async () => {
  const [one, other] = [await shop.checkout(), await shop.checkout()]
  assert.notEqual(one.body.id, other.body.id)
  assert.notEqual(one.body.payment.id, other.body.payment.id)
})

for (const [phone, reason] of [
  ['+971500000002', 'not_available'],
  ['0500 000-002', 'not_available'],
  ['+971500000021', null],
] as const) {
  test(`with test keys the phone ${phone} is ${reason ?? 'available'}`, async () => {
    const { status, body } = await shop.checkout('340.00', { buyer: { name: 'A', email: 'a@b.example', phone } })
    assert.deepEqual([status, body.configuration.products.installments.rejection_reason], [200, reason])
    assert.equal(body.status, reason === null ? 'created' : 'rejected')
    assert.equal(body.payment.status, reason === null ? 'CREATED' : 'REJECTED')
    if (reason !== null) assert.deepEqual(body.configuration.available_products, {})
    assert.equal(body.configuration.products.installments.is_available, reason === null)
  })
}

test('a rejected session sends no notifications', async () => {
  const own = await api.newMerchant()
  const { body } = await own.test.checkout('340.00', { buyer: { name: '', email: 'a@b.example', phone: '0002' } })
  const notes = await api.service.database.query(`select 1 from notifications where merchant_id = '${own.id}'`)
  assert.deepEqual([body.status, notes], ['rejected', []])
})

for (const [country, amount, reason] of [
  ['AE', '0.99', 'order_amount_too_low'],
  ['AE', '1.00', null],
  ['AE', '50000.00', null],
  ['AE', '50000.01', 'order_amount_too_high'],
  ['AE', '999999999', 'order_amount_too_high'],
  ['SA', '0.99', 'order_amount_too_low'],
  ['SA', '50000.01', 'order_amount_too_high'],
  ['KW', '0.099', 'order_amount_too_low'],
  ['KW', '0.100', null],
  ['KW', '5000.000', null],
  ['KW', '5000.001', 'order_amount_too_high'],
] as const) {
  test(`in ${country} an order of ${amount} is ${reason ?? 'available'}`, async () => {
    // With live keys the exposure limit is below the largest order.
    const { status, body } = await (await api.newMerchant({ country })).test.checkout(amount)
    assert.deepEqual([status, body.configuration.products.installments.rejection_reason], [200, reason])
  })
}

for (const amount of ['0', '0.00', '-0', '-1', '-340.00', 0, -1]) {
  test(`an amount of ${JSON.stringify(amount)} should be positive`, async () => {
    const before = await api.countRows()
    assertRefused(await shop.checkout('1', { amount }), 400, 'could not create payment: should be positive')
    assert.deepEqual(await api.countRows(), before)
  })
}

for (const amount of ['1.001', 'ten', '', '1e2', ' 1', '1,0', '1000000000', '9'.repeat(400), 1.001, 1e300]) {
  test(`an amount of ${JSON.stringify(amount).slice(0, 30)} is a wrong $.payment.amount`, async () => {
    assertWrong(await shop.checkout('1', { amount }), '$.payment.amount')
  })
}

test("the currency must be the store's", async () => {
  for (const [currency, supported, own] of [
    ['SAR', 'AED', (await api.newMerchant()).test],
    ['AED', 'SAR', (await api.newMerchant({ country: 'SA' })).test],
    ['AED', 'KWD', (await api.newMerchant({ country: 'KW' })).test],
  ] as const) {
    const text = `could not create payment: only '${supported}' is supported, but got '${currency}'`
    assertRefused(await own.checkout('1', { currency }), 400, text)
  }
  for (const currency of ['USD', 'aed', '', ' AED']) {
    assertWrong(await shop.checkout('1', { currency }), '$.payment.currency')
  }
})

test('a merchant code ignores case; an unknown one is 401 before other checks of the body', async () => {
  assert.equal((await shop.checkout('1', {}, { merchant_code: 'DEMO_AE' })).body.merchant_code, 'demo_ae')
  for (const merchant_code of ['other_ae', 'demo_sa', '', 'x'.repeat(300), 'demo_ae ', '\ud800']) {
    assertRefused(await shop.checkout('-1', { buyer: 7, currency: 'X' }, { merchant_code }), 401, 'merchant is null')
  }
})

test("a token needs the integration's permission, which is checked before the merchant code", async () => {
  const text = 'token is not enabled for this integration'
  const refused = await shop.checkout('-1', {}, { token: 'tok', merchant_code: 'nobody' })
  assertRefused(refused, 403, text)
  const own = await api.newMerchant()
  await api.service.database.query(`update merchants set takes_tokens = true where merchant_id = '${own.id}'`)
  assert.equal((await own.test.checkout('1', {}, { token: 'tok' })).body.token, 'tok')
  const byPublic = api.open(own.keys.test.public, { merchantCode: 'main' })
  assert.equal((await byPublic.checkout('1', {}, { token: 'tok' })).body.token, null)
  assertRefused(await own.test.checkout('1', {}, { token: 7 }), 400, undecoded)
})

test('the checks have the order of the contract', async () => {
  assertRefused(await post('{', api.open(`sk_test_${randomUUID()}`)), 401, 'api key not found')
  assertRefused(await post('{', api.open(`sk_live_${randomUUID()}`)), 401, 'invalid secret key')
  assertRefused(await post('{', api.open(demoKey(3))), 403, 'merchant region does not match cluster region')
  assertRefused(await post('{'), 400, undecoded)
})

test('a lenient store requires only amount, currency, merchant code and a contact of the buyer', async () => {
  const plugin = api.open(demoKey(1), { merchantCode: 'demo_plugin' })
  const least = (buyer: object) => ({ merchant_code: 'demo_plugin', payment: { amount: 5, currency: 'AED', buyer } })
  const answer = await post(least({ email: 'a@b.example' }), plugin)
  assert.deepEqual([answer.status, answer.body.lang], [200, 'en'], answer.text)
  assert.deepEqual(answer.body.payment.shipping_address, { city: '', address: '', zip: '' })
  assert.deepEqual(answer.body.payment.order.items, [])
  assert.equal((await post(least({ phone: '1' }), plugin)).status, 200)
  for (const buyer of [{}, { email: '', phone: null }, { name: 'Sara' }]) {
    assertWrong(await post(least(buyer), plugin), '$.payment.buyer.email required', '$.payment.buyer.phone required')
  }
  assertWrong(
    await post({ merchant_code: 'demo_plugin', payment: {} }, plugin),
    '$.payment.amount required',
    '$.payment.buyer required',
    '$.payment.currency required',
  )
})

test('a lenient store accepts incomplete items and histories', async () => {
  const plugin = api.open(demoKey(1), { merchantCode: 'demo_plugin' })
  const order = { items: [{ title: 'T', quantity: 1, unit_price: '5.00' }, {}] }
  const answer = await plugin.checkout('5', { order, order_history: [{ items: [{}] }, {}], buyer_history: null })
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await plugin.call('GET', `/api/v2/payments/${answer.body.payment.id}`)).status, 200)
})

test('a lenient store refuses wrong types and values as a strict one does', async () => {
  for (const merchantCode of ['demo_ae', 'demo_plugin']) {
    const own = api.open(demoKey(1), { merchantCode })
    const item = { title: 'T', quantity: 3_000_000_000, unit_price: 'x', category: 'C' }
    const order = { reference_id: '1', items: [item], tax_amount: 'y' }
    const fields = ['items[0].quantity', 'items[0].unit_price', 'tax_amount'].map((name) => `$.payment.order.${name}`)
    assertWrong(await own.checkout('1.001', { order }), '$.payment.amount', ...fields)
    assertRefused(await own.checkout('1', { buyer: { email: 7, phone: '1', name: 'x' } }), 400, undecoded)
    assertRefused(await own.checkout('0'), 400, 'could not create payment: should be positive')
    assertRefused(
      await own.checkout('1', { currency: 'KWD' }),
      400,
      "could not create payment: only 'AED' is supported, but got 'KWD'",
    )
  }
})
