import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoKey, type Shop } from '../../testkit/shop.ts'
import { assertWrong, openTestApi } from '../support/api.ts'

// What a lenient store reads and a strict one refuses (docs/contract/checkout.md#lenient-stores).

const api = await openTestApi()
after(() => api.close())
const strict = (await api.newMerchant()).test
const lenient = (await api.newMerchant({ checkout: 'lenient' })).test

const item = { title: 'T', quantity: 1, unit_price: '5.00', category: 'C' }
const past = { purchased_at: '2025-01-01', amount: '5.00', status: 'complete' }
const undecoded = 'could not decode request'

async function orderOf(shop: Shop, members: object) {
  const answer = await shop.checkout('100.00', members)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.payment
}

test('lenient: negative prices and fractional quantities are kept, in orders, captures and refunds', async () => {
  const items = [
    { ...item, quantity: 1.5, unit_price: '10.00' },
    { ...item, title: 'Discount', quantity: 1, unit_price: -5 },
    { ...item, quantity: 0 },
    { ...item, quantity: -1 },
  ]
  const order = { reference_id: '1', items }
  const { id, order: answered } = await orderOf(lenient, { order })
  const kept = [
    [1.5, '10.00'],
    [1, '-5.00'],
    [0, '5.00'],
    [-1, '5.00'],
  ]
  const figuresOf = (list: { quantity: number; unit_price: string }[]) =>
    list.map(({ quantity, unit_price }) => [quantity, unit_price])
  assert.deepEqual(figuresOf(answered.items), kept)
  await lenient.call('POST', `/sandbox/payments/${id}/authorize`)
  const captured = await lenient.call('POST', `/api/v2/payments/${id}/captures`, { amount: '100.00', items })
  assert.deepEqual(figuresOf(captured.body.captures?.[0].items ?? []), kept, captured.text)
  const refunded = await lenient.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '1.00', items })
  assert.deepEqual(figuresOf(refunded.body.refunds?.[0].items ?? []), kept, refunded.text)

  const whole = { reference_id: '1', items: items.slice(1) }
  const fields = ['[0].unit_price', '[1].quantity', '[2].quantity']
  assertWrong(
    await strict.checkout('100.00', { order: whole }),
    ...fields.map((name) => `$.payment.order.items${name}`),
  )
  assert.equal((await strict.checkout('100.00', { order })).body.error, undecoded)
  const other = await strict.authorizedPayment('100.00')
  const move = (body: object) => strict.call('POST', `/api/v2/payments/${other}/captures`, body)
  assertWrong(await move({ amount: '1.00', items: [items[2], items[3]] }), '$.items[0].quantity', '$.items[1].quantity')
  assert.equal((await move({ amount: '1.00', items: [items[0]] })).body.error, 'failed to decode request')
  assertWrong(await move({ amount: '1.00', items: [items[1]] }), '$.items[0].unit_price')
})

test('lenient: values of PHP are read as what they mean; a strict store refuses them', async () => {
  for (const [members, expected] of [
    [
      { buyer: { name: false, email: 'a@b.example', phone: false } },
      { buyer: { name: '', email: 'a@b.example', phone: '', dob: null } },
    ],
    [{ order: { items: [{ ...item, title: false, category: false }] } }, { order: { reference_id: '' } }],
    [{ order_history: [null, past, null] }, {}],
    [
      { meta: { a: 1, b: true, c: null, d: { e: [1, 'x'] }, f: 'text' } },
      { meta: { a: '1', b: 'true', d: '{"e":[1,"x"]}', f: 'text' } },
    ],
    [{ meta: [] }, { meta: {} }],
    [{ attachment: [] }, { attachment: null }],
    [{ buyer_history: [] }, { buyer_history: { registered_since: null, loyalty_level: 0 } }],
    [{ shipping_address: [] }, { shipping_address: { city: '', address: '', zip: '' } }],
  ] as [object, Record<string, object | null>][]) {
    const payment = await orderOf(lenient, members)
    for (const [name, value] of Object.entries(expected)) {
      if (value === null) assert.equal(payment[name], null, name)
      else assert.partialDeepStrictEqual(payment[name], value, name)
    }
    const refused = await strict.checkout('100.00', members)
    assert.deepEqual([refused.status, refused.body.error], [400, undecoded], JSON.stringify(members))
  }
  assert.equal((await orderOf(lenient, { order_history: [null, past, null] })).order_history.length, 1)
  assert.equal((await lenient.checkout('1', {}, { merchant_urls: [] })).body.merchant_urls.success, null)
  assert.equal((await strict.checkout('1', {}, { merchant_urls: [] })).body.error, undecoded)
})

test('lenient: any language tag is read as one of two languages', async () => {
  for (const [lang, answered] of [
    ['ar_SA', 'ar'],
    ['AR', 'ar'],
    ['EN', 'en'],
    ['en-US', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [false, 'en'],
    [null, 'en'],
  ] as const) {
    assert.equal((await lenient.checkout('1', {}, { lang })).body.lang, answered, `${lang}`)
    if (typeof lang === 'string') assertWrong(await strict.checkout('1', {}, { lang }), '$.lang')
  }
})

test('lenient: the eligibility check sends five values and gets a session', async () => {
  const payment = { amount: '340.00', currency: 'AED', buyer: { email: 'a@b.example', phone: '+971500000001' } }
  const answer = await lenient.call('POST', '/api/v2/checkout', { payment, merchant_code: 'main' })
  assert.deepEqual([answer.status, answer.body.status], [200, 'created'], answer.text)
})

test('lenient: a list with a large limit, a status in upper case and empty parameters', async () => {
  await lenient.authorizedPayment('10.00')
  const query = '?limit=100&status=AUTHORIZED&created_at__gte=&offset='
  const page = await lenient.call('GET', `/api/v2/payments${query}`)
  assert.deepEqual(
    [page.status, page.body.pagination?.limit, page.body.payments?.length > 0],
    [200, 20, true],
    page.text,
  )
  for (const parameter of ['limit=100', 'status=AUTHORIZED', 'created_at__gte=', 'offset=']) {
    const refused = await strict.call('GET', `/api/v2/payments?${parameter}`)
    assert.equal(refused.status, 400, parameter)
  }
  assert.equal((await lenient.call('GET', '/api/v2/payments?limit=0')).status, 400)
})

test('a key with stores of both kinds sends lenient captures for its lenient store only', async () => {
  const [hard, soft] = [api.shop, api.open(demoKey(1), { merchantCode: 'demo_plugin' })]
  const body = { amount: '1.00', items: [{ quantity: 0.5, title: false, unit_price: '-1' }] }
  const capture = async (shop: Shop) =>
    shop.call('POST', `/api/v2/payments/${await shop.authorizedPayment('10.00')}/captures`, body)
  assert.equal((await capture(soft)).status, 200)
  assert.equal((await capture(hard)).body.error, 'failed to decode request')
  const nobody = '00000000-0000-4000-8000-000000000000'
  assert.equal((await soft.call('POST', `/api/v2/payments/${nobody}/captures`, body)).status, 404)
})
