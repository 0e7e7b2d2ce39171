import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertWrong, openTestApi } from '../support/api.ts'

// The forms in which existing clients send values (docs/contract/conventions.md#values-that-clients-send-otherwise),
// each at a strict and at a lenient store.

const api = await openTestApi()
after(() => api.close())
const strict = (await api.newMerchant()).test
const lenient = (await api.newMerchant({ checkout: 'lenient' })).test
const dinars = (await api.newMerchant({ country: 'KW' })).test
const both = [
  ['strict', strict],
  ['lenient', lenient],
] as const

const item = { title: 'T', quantity: 1, unit_price: '5.00', category: 'C' }
const past = { purchased_at: '2025-01-01', amount: '5.00', status: 'complete' }
const buyer = { name: 'Sara Ali', email: 'a@b.example', phone: '+971500000001' }

async function orderOf(shop: Shop, members: object, amount = '100.00') {
  const answer = await shop.checkout(amount, members)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.payment
}

for (const [kind, shop] of both) {
  test(`${kind}: tax, shipping and discounts have any sign and any number of decimals, and are rounded`, async () => {
    for (const [sent, answered] of [
      ['-12.5', '-12.50'],
      ['1.005', '1.01'],
      ['-1.005', '-1.01'],
      [-0.004, '0.00'],
      ['5.6e-14', '0.00'],
      ['1E2', '100.00'],
      [1e21 - 1e21 + 0.1 + 0.2, '0.30'],
      ['0.00499999999999999999999999', '0.00'],
      ['1e-999999999999', '0.00'],
      ['0e999999999999', '0.00'],
    ] as const) {
      const amounts = { tax_amount: sent, shipping_amount: sent, discount_amount: sent }
      const { order } = await orderOf(shop, {
        order: { reference_id: '1', ...amounts, items: [{ ...item, discount_amount: sent }] },
      })
      const [first] = order.items
      assert.deepEqual(
        [order.tax_amount, order.shipping_amount, order.discount_amount, first.discount_amount],
        Array(4).fill(answered),
        `${sent}`,
      )
    }
    for (const wrong of ['1,5', '', '+1', ' 1', '1e', '--1', '1000000000', '-1000000000', '1e10', 'Infinity']) {
      const order = { reference_id: '1', tax_amount: wrong, items: [{ ...item, unit_price: wrong }] }
      const fields = ['tax_amount', 'items[0].unit_price'].map((name) => `$.payment.order.${name}`)
      assertWrong(await shop.checkout('100.00', { order }), ...fields)
    }
  })

  test(`${kind}: a unit price is rounded, and the amounts that move money are as strict as ever`, async () => {
    const { order } = await orderOf(shop, { order: { reference_id: '1', items: [{ ...item, unit_price: 3.3333333 }] } })
    assert.equal(order.items[0].unit_price, '3.33')
    for (const amount of ['1.005', '5.6e1', '1e1']) assertWrong(await shop.checkout(amount), '$.payment.amount')
    const id = await shop.authorizedPayment('100.00')
    const move = (path: string, body: object) => shop.call('POST', `/api/v2/payments/${id}/${path}`, body)
    assertWrong(await move('captures', { amount: '1.005' }), '$.amount')
    assertWrong(await move('captures', { amount: '1', tax_amount: '-0.01' }), '$.tax_amount')
    const noisy = { amount: '100.00', tax_amount: 4.7619047619, shipping_amount: '1.005', discount_amount: '5.6e-14' }
    const [capture] = (await move('captures', noisy)).body.captures
    assert.deepEqual([capture.tax_amount, capture.shipping_amount, capture.discount_amount], ['4.76', '1.01', '0.00'])
    assertWrong(await move('refunds', { amount: '1.005' }), '$.amount')
  })

  test(`${kind}: amounts of earlier orders are answered as sent, with at most three decimals`, async () => {
    const { order_history } = await orderOf(shop, {
      order_history: [
        { ...past, amount: '-120', items: [{ ...item, unit_price: '10.5', discount_amount: '-0.1234' }] },
        { ...past, amount: 12.3456 },
        { ...past, amount: '5.6e-14', items: [] },
        { ...past, amount: '100.500' },
      ],
    })
    assert.deepEqual(
      order_history.map(({ amount }: { amount: string }) => amount),
      ['-120', '12.346', '0.000', '100.500'],
    )
    const [{ items }] = order_history
    assert.deepEqual([items[0].unit_price, items[0].discount_amount], ['10.5', '-0.123'])
    assertWrong(
      await shop.checkout('1', { order_history: [{ ...past, amount: 'x' }] }),
      '$.payment.order_history[0].amount',
    )
  })

  test(`${kind}: long texts and references are accepted`, async () => {
    const long = 'ش'.repeat(4_096)
    const reference_id = 'x'.repeat(1_024)
    const order = {
      reference_id,
      items: [{ ...item, reference_id, title: long, category: long, brand: long }],
    }
    const attachment = { body: 'x'.repeat(256 * 1024), content_type: 'text/plain' }
    const { id, ...payment } = await orderOf(shop, { order, attachment, buyer: { ...buyer, name: long } })
    assert.deepEqual(
      [payment.order.reference_id, payment.order.items[0].title, payment.buyer.name],
      [reference_id, long, long],
    )
    assert.equal((await shop.call('POST', `/sandbox/payments/${id}/authorize`)).status, 200)
    const key = 'é'.repeat(1_024)
    for (const body of [
      { amount: '60.00', reference_id: key },
      { amount: '60.00', reference_id: key },
    ]) {
      const captured = await shop.call('POST', `/api/v2/payments/${id}/captures`, body)
      assert.deepEqual([captured.status, captured.body.captures.length], [200, 1], captured.text.slice(0, 300))
    }
    await shop.call('POST', `/api/v2/payments/${id}/close`)
    const refund = { amount: '1.00', reference_id: key, reason: long }
    const refunded = await shop.call('POST', `/api/v2/payments/${id}/refunds`, refund)
    assert.equal(refunded.body.refunds?.[0].reason, long, refunded.text.slice(0, 300))
    assertWrong(
      await shop.checkout('1', { order: { ...order, reference_id: `${reference_id}x` } }),
      '$.payment.order.reference_id',
    )
  })

  test(`${kind}: spaces around e-mail and phone are removed, and empty optional dates left out`, async () => {
    const given = { ...buyer, email: ' a@b.example\n', phone: '\t+971500000001 ', dob: '' }
    const payment = await orderOf(shop, {
      buyer: given,
      order: { reference_id: '1', updated_at: '', items: [] },
      order_history: [{ ...past, buyer: given }],
    })
    const expected = { ...buyer, dob: null }
    assert.deepEqual([payment.buyer, payment.order_history[0].buyer], [expected, expected])
    assert.equal('updated_at' in payment.order, false)
  })

  test(`${kind}: decoration refuses no order`, async () => {
    for (const image_url of [
      '/i/1.jpg',
      'no address',
      false,
      7,
      {},
      `https://shop.example/${'x'.repeat(2_000)}`,
      'ftp://x/y',
    ]) {
      const items = [{ ...item, image_url, product_url: 'https://shop.example/p' }]
      const { order } = await orderOf(shop, { order: { reference_id: '1', items } })
      assert.equal('image_url' in order.items[0], false, `${image_url}`)
      assert.equal(order.items[0].product_url, 'https://shop.example/p')
    }
    const id = await shop.authorizedPayment('100.00')
    const body = { amount: '1.00', items: [{ image_url: false, product_url: '/p' }] }
    const captured = await shop.call('POST', `/api/v2/payments/${id}/captures`, body)
    assert.equal(captured.status, 200, captured.text)
  })
}

test('long JSON numbers are read exactly', async () => {
  const body = (number: string) =>
    `{"merchant_code":"main","lang":"en","payment":{"amount":"100.00","currency":"KWD","buyer":{"name":"a","email":"a@b.example","phone":"1"},"shipping_address":{"city":"","address":"","zip":""},"buyer_history":{"registered_since":"2024-01-01","loyalty_level":0},"order":{"reference_id":"1","tax_amount":${number},"items":[]}}}`
  for (const [sent, answered] of [
    ['10.0004999999999999999999', '10.000'],
    ['10.0005', '10.001'],
    ['10.00050000000000000000001', '10.001'],
    ['0.000000000000000000000049e22', '0.490'],
    ['999999998.9994999999999', '999999998.999'],
  ] as const) {
    const answer = await dinars.call('POST', '/api/v2/checkout', body(sent))
    assert.equal(answer.body.payment?.order.tax_amount, answered, `${sent}: ${answer.text}`)
  }
})

test('the journal keeps the body as it was sent, and the path', async () => {
  const order = { reference_id: '1', items: [{ ...item, image_url: false, quantity: 0.5 }] }
  const made = await lenient.checkout('10.00', { order, meta: { a: 1 } })
  const entriesOf = async (answer: Answer) =>
    (await lenient.call('GET', `/sandbox/journal/${answer.headers.get('x-request-id')}`)).body.entries
  const [{ request }] = await entriesOf(made)
  const { payment } = request.body
  assert.deepEqual([payment.order.items[0].image_url, payment.meta], [false, { a: 1 }])
  const path = `/api/v1/payments/${made.body.payment.id}/`
  assert.equal((await entriesOf(await lenient.call('GET', path)))[0].path, path)
})
