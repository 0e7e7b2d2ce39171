import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

function capture(id: string, body: unknown, by: Shop = shop): Promise<Answer> {
  return by.call('POST', `/api/v2/payments/${id}/captures`, body)
}

const whole = (reference_id = 'c') => ({ amount: '340.00', reference_id })

test('taxes and items of a capture need not add up to its amount', async () => {
  const id = await shop.authorizedPayment('340.00')
  const items = [{ title: 'Boat', quantity: 1000, unit_price: '99999.99', category: 'Boats' }]
  const body = { amount: '1', tax_amount: '900.5', shipping_amount: 7, discount_amount: '0', items }
  const answer = await capture(id, body)
  assert.equal(answer.status, 200, answer.text)
  const { tax_amount, shipping_amount, discount_amount } = answer.body.captures[0]
  assert.deepEqual([tax_amount, shipping_amount, discount_amount], ['900.50', '7.00', '0.00'])
})

for (const [given, shown] of [
  ['10', '10.00'],
  ['10.5', '10.50'],
  ['10.50', '10.50'],
  [10, '10.00'],
  [10.5, '10.50'],
  [0.1, '0.10'],
  ['0.01', '0.01'],
  ['010.00', '10.00'],
] as const) {
  test(`${JSON.stringify(given)} is an amount of ${shown}`, async () => {
    const id = await shop.authorizedPayment('340.00')
    const answer = await capture(id, { amount: given })
    assert.equal(answer.body.captures[0].amount, shown)
  })
}

test('three decimals are right in dinars and too many in dirhams and riyals', async () => {
  const kuwait = await api.newMerchant({ country: 'KW' })
  const kwd = await capture(await kuwait.test.authorizedPayment('10.005'), { amount: '10.005' }, kuwait.test)
  assert.deepEqual([kwd.body.status, kwd.body.captures[0].amount], ['CLOSED', '10.005'])
  const fourth = await capture(await kuwait.test.authorizedPayment('10.005'), { amount: '1.0005' }, kuwait.test)
  assertWrong(fourth, '$.amount')
  const saudi = await api.newMerchant({ country: 'SA' })
  const sar = await capture(await saudi.test.authorizedPayment('10.00'), { amount: '1.000' }, saudi.test)
  assertWrong(sar, '$.amount')
  assertWrong(await capture(await shop.authorizedPayment('10.00'), { amount: '1.000' }), '$.amount')
})

for (const amount of ['-1.00', '0', '0.00', '-0', '-0.00', 0, -5, 'ten', '', ' 1', '1e1', '1,00', '1.001', 1.001]) {
  test(`${JSON.stringify(amount)} is refused as a wrong $.amount, and no money moves`, async () => {
    const id = await shop.authorizedPayment('340.00')
    const before = await api.countRows()
    assertWrong(await capture(id, { amount, reference_id: 'c' }), '$.amount')
    assert.deepEqual(await api.countRows(), before)
    assert.equal((await capture(id, whole())).body.status, 'CLOSED')
  })
}

test('every wrong member is reported at once', async () => {
  const id = await shop.authorizedPayment('340.00')
  const items = [{ unit_price: '-1.005' }, { discount_amount: '-1' }]
  const body = { amount: '1.005', tax_amount: '-1', shipping_amount: 'x', items }
  const fields = [
    '$.amount',
    '$.tax_amount',
    '$.shipping_amount',
    '$.items[0].unit_price',
    '$.items[1].discount_amount',
  ]
  assertWrong(await capture(id, body), ...fields)
  const long = { amount: '1', reference_id: 'x'.repeat(1_025), items: [{ title: 'x'.repeat(4_097) }, { title: '\0' }] }
  assertWrong(await capture(id, long), '$.reference_id', '$.items[0].title', '$.items[1].title')
  // More bytes than a key of an index may have.
  assertWrong(await capture(id, { amount: '1', reference_id: '😀'.repeat(1_024) }), '$.reference_id')
})

test('a missing amount is a required member', async () => {
  const id = await shop.authorizedPayment('340.00')
  assertWrong(await capture(id, {}), '$.amount required')
})

for (const body of [
  '',
  ' ',
  '{',
  '{"amount"',
  '{"amount":',
  '{"amount":"10.00',
  '{"amount":"10.00"',
  '[',
  '"a',
  '{"a":tr',
]) {
  test(`the empty or cut-off body ${JSON.stringify(body)} is EOF`, async () => {
    const id = await shop.authorizedPayment('340.00')
    assertRefused(await capture(id, body), 400, 'EOF')
  })
}

test('every prefix of a valid body is EOF, also one that ends within a letter', async () => {
  const id = await shop.authorizedPayment('340.00')
  const good = Buffer.from(
    '{"amount":"10.00","reference_id":"مرجع \\u0041\\n","items":[{"title":"é€😀","quantity":-1.5e+1}]}',
  )
  for (let length = 0; length < good.length; length += 1) {
    const response = await fetch(`${shop.baseUrl}/api/v2/payments/${id}/captures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      body: good.subarray(0, length),
    })
    assert.deepEqual(
      [length, response.status, ((await response.json()) as { error: string }).error],
      [length, 400, 'EOF'],
    )
  }
})

const undecodable = ['null', '[]', '"x"', '7', 'true', '{]', '{"amount" "1"}', '{"amount":{}}', '{"amount":["1"]}']
const wrongTypes = ['{"amount":true}', '{"amount":null}', '{"amount":"1","items":{}}', '{"amount":"1","items":[7]}']
for (const body of [
  ...undecodable,
  ...wrongTypes,
  '{"amount":"1","reference_id":7}',
  '{"amount":"1","tax_amount":[]}',
]) {
  test(`the body ${body} cannot be decoded`, async () => {
    const id = await shop.authorizedPayment('340.00')
    assertRefused(await capture(id, body), 400, 'failed to decode request')
  })
}

test('unknown members are ignored', async () => {
  const id = await shop.authorizedPayment('340.00')
  const body = { amount: '340.00', currency: 7, id: nobody, status: 'CLOSED', constructor: {}, nested: [[{}]] }
  const answer = await capture(id, body)
  assert.deepEqual([answer.status, answer.body.status, answer.body.currency], [200, 'CLOSED', 'AED'])
})
