import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, openTestApi } from '../support/api.ts'
import { assertExact, planOf } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

const path = '/sandbox/stores/main/plans'
const four = { count: 4, period: 'P1M', max_amount: '1000.00' }
const six = {
  ...{ count: 6, period: 'P1M', down_payment: '10.00', fee_on: 'spread', min_amount: '500.00' },
  service_fee: { percent: '2.50', fixed: '1.00' },
}
const offer = async (shop: Shop, plans: readonly object[], rest: object = {}) =>
  succeed(await shop.call('PUT', path, { plans, ...rest })).body

/** A shop of a new merchant that offers these terms. */
async function shopWith(plans: readonly object[], rest: object = {}): Promise<Shop> {
  const { test: shop } = await api.newMerchant()
  await offer(shop, plans, rest)
  return shop
}

const authorize = async (shop: Shop, id: string, plan?: string) =>
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, plan === undefined ? {} : { plan })).body

test('terms: a store without its own answers none, and those that it sets with every member', async () => {
  const { test: shop, live } = await api.newMerchant()
  const none = { plans: [], service_fee_refund: 'proportion' }
  assert.deepEqual(succeed(await shop.call('GET', path)).body, none)
  const set = {
    plans: [
      {
        ...{ count: 4, period: 'P1M', down_payment: null, service_fee: { percent: '0.00', fixed: '0.00' } },
        ...{ fee_on: 'first', min_amount: null, max_amount: '1000.00' },
      },
      { ...six, max_amount: null },
    ],
    service_fee_refund: 'all',
  }
  assert.deepEqual(await offer(shop, [four, six], { service_fee_refund: 'all' }), set)
  assert.deepEqual(succeed(await live.call('GET', path)).body, set)
  assert.deepEqual(await offer(live, []), none)
  assert.deepEqual(succeed(await shop.call('GET', path)).body, none)
})

test('terms: an unknown store is 404, and every wrong member is named', async () => {
  const { test: shop } = await api.newMerchant()
  assertRefused(await shop.call('GET', '/sandbox/stores/other/plans'), 404, 'no such store')
  assertRefused(await shop.call('PUT', '/sandbox/stores/other/plans', { plans: 1 }), 404, 'no such store')
  const put = (...plans: readonly object[]) => shop.call('PUT', path, { plans })
  assertWrong(
    await put({ period: 'P1M' }, { count: 13, period: 'P1M' }),
    '$.plans[0].count required',
    '$.plans[1].count',
  )
  assertWrong(await put({ count: 4, period: 'P1Y' }), '$.plans[0].period')
  const wrong = { ...four, down_payment: '100', service_fee: { percent: '100.01', fixed: '-1' }, fee_on: 'last' }
  assertWrong(
    await put({ ...wrong, min_amount: '2000.00', max_amount: '0.001' }),
    ...['down_payment', 'fee_on', 'max_amount', 'service_fee.fixed', 'service_fee.percent'].map(
      (at) => `$.plans[0].${at}`,
    ),
  )
  assertWrong(await put({ ...four, down_payment: '0.00' }), '$.plans[0].down_payment')
  assertWrong(await put({ ...four, min_amount: '1000.01' }), '$.plans[0].max_amount')
  assertWrong(await put(four, { ...four, min_amount: '1000.00', max_amount: null }), '$.plans[1].count')
  assertWrong(await put(...[2, 3, 4, 5, 6].map((count) => ({ ...four, count }))), '$.plans')
  const half = { plans: [], service_fee_refund: 'half' }
  assertWrong(await shop.call('PUT', path, half), '$.service_fee_refund')
  // A forgotten list removes nothing.
  assertWrong(await shop.call('PUT', path, {}), '$.plans required')
  succeed(await put(four, { ...four, min_amount: '1000.01', max_amount: null }, { ...four, period: 'P2W' }))
})

test("terms beyond the profile of the store's market are refused until responsibility is accepted", async () => {
  const fee = { service_fee: { percent: '1.00' } }
  const cases = [
    ['AE', { count: 4, period: 'P1M', service_fee: { percent: '30.01' } }, 'service_fee'],
    ['AE', { count: 4, period: 'P1M', service_fee: { fixed: '1.00' } }, 'service_fee'],
    ['SA', { count: 4, period: 'P1M', ...fee }, 'service_fee'],
    ['SA', { count: 4, period: 'P2W' }, 'period'],
    ['KW', { count: 6, period: 'P1M' }, 'count'],
    ['KW', { count: 10, period: 'P2W' }, 'count'],
    ['KW', { count: 4, period: 'P1M', ...fee }, 'service_fee'],
  ] as const
  for (const [country, terms, member] of cases) {
    const { test: shop, id } = await api.newMerchant({ country })
    assertWrong(await shop.call('PUT', path, { plans: [terms] }), `$.plans[0].${member}`)
    succeed(await shop.call('PUT', path, { plans: [terms], accept_responsibility: true }))
    const accepted = await api.service.database.query(`select rule from responsibilities where merchant_id = '${id}'`)
    assert.equal(accepted.length, 1)
  }
  const within = [
    ['AE', { count: 12, period: 'P1M', service_fee: { percent: '30.00' } }],
    ['AE', { count: 4, period: 'P1M', service_fee: { fixed: '30.00' }, min_amount: '100.00' }],
    ['SA', { count: 12, period: 'P1M' }],
    ['KW', { count: 5, period: 'P1M' }],
    ['KW', { count: 9, period: 'P2W' }],
  ] as const
  for (const [country, terms] of within) {
    const { test: shop } = await api.newMerchant({ country })
    succeed(await shop.call('PUT', path, { plans: [terms] }))
  }
})

test('terms: a merchant is made with them', async () => {
  const stores = [{ merchant_code: 'main', country: 'AE', plans: [six], service_fee_refund: 'none' }]
  const make = (changed: object) =>
    api
      .open('')
      .call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores: [{ ...stores[0], ...changed }] })
  assertWrong(await make({ plans: [four, { ...six, count: 1 }] }), '$.stores[0].plans[1].count')
  const { keys } = succeed(await make({})).body
  const shop = api.open(keys.test.secret, { merchantCode: 'main' })
  const { plans, service_fee_refund } = succeed(await shop.call('GET', path)).body
  assert.deepEqual([plans[0].count, plans.length, service_fee_refund], [6, 1, 'none'])
})

test('terms: a session has one plan for each that holds the amount, in their order and with every figure', async () => {
  const shop = await shopWith([four, six])
  const { body } = await shop.checkout('600.00')
  assert.deepEqual(body.payment.product, { type: 'installments', installments_count: 3, installment_period: 'P1M' })
  const [first, second] = body.configuration.available_products.installments
  assert.deepEqual(
    [first.downpayment, first.downpayment_percent, first.amount_to_pay, first.service_fee, first.installments_count],
    ['150.00', '25', '450.00', '0.00', 3],
  )
  // The fee is 2.5 % of 600.00 and 1.00: 16.00, spread as 2.66 and the rest.
  const { installments, ...figures } = second
  assert.deepEqual(
    installments.map((part: object) => Object.values(part).slice(1)),
    [...Array.from({ length: 4 }, () => ['110.66', '108.00', '2.66']), ['110.70', '108.00', '2.70']],
  )
  const { downpayment, downpayment_percent, amount_to_pay, order_amount, service_fee, pay_per_installment } = figures
  assert.deepEqual(
    [downpayment, downpayment_percent, amount_to_pay, order_amount, service_fee, pay_per_installment],
    ['62.66', '10', '553.34', '600.00', '16.00', '110.66'],
  )
  assert.deepEqual([second.installments_count, second.installment_period], [5, 'P1M'])
  assert.match(first.web_url, /&plan=4xP1M$/)
  assert.match(second.web_url, /&plan=6xP1M$/)
  const pictures = await Promise.all([first, second].map(({ qr_code }) => fetch(qr_code).then((found) => found.text())))
  assert.notEqual(pictures[0], pictures[1])
  const { body: small } = await shop.checkout('499.99')
  const [only, ...others] = small.configuration.available_products.installments
  assert.equal(others.length, 0)
  assert.doesNotMatch(only.web_url, /plan=/)
  const { body: large } = await shop.checkout('1000.01')
  assert.deepEqual(
    [large.payment.product.installments_count, large.configuration.available_products.installments.length],
    [5, 1],
  )
})

test('terms: an order that no range holds is rejected with the reason', async () => {
  const shop = await shopWith([
    { ...four, min_amount: '100.00', max_amount: '200.00' },
    { ...four, min_amount: '300.00', max_amount: '400.00' },
  ])
  const cases = [
    ['99.99', 'order_amount_too_low'],
    ['100.00', null],
    ['200.01', 'not_available'],
    ['400.00', null],
    ['400.01', 'order_amount_too_high'],
  ] as const
  for (const [amount, reason] of cases) {
    const { body } = await shop.checkout(amount)
    assert.deepEqual(
      [body.status, body.rejection_reason_code],
      [reason === null ? 'created' : 'rejected', reason],
      amount,
    )
    if (reason !== null) assert.deepEqual(body.configuration.available_products, {})
  }
})

test('terms: where a part would be zero they are left out, and alone they reject the order', async () => {
  const tiny = { count: 12, period: 'P1M', down_payment: '0.01' }
  const shop = await shopWith([tiny, four])
  const { body } = await shop.checkout('50.00')
  assert.deepEqual(body.configuration.available_products.installments.length, 1)
  await offer(shop, [tiny])
  assert.equal((await shop.checkout('50.00')).body.rejection_reason_code, 'not_available')
})

test('terms: the customer chooses, the choice is charged, and a later change of the store changes nothing', async () => {
  const shop = await shopWith([four, six])
  const id = await shop.createdPayment('600.00')
  assertWrong(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { plan: '5xP1M' }), '$.plan')
  await offer(shop, [])
  const payment = await authorize(shop, id, '6xP1M')
  assert.deepEqual(payment.product, { type: 'installments', installments_count: 5, installment_period: 'P1M' })
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.total, plan.paid, plan.owed, plan.service_fee], ['616.00', '62.66', '553.34', '16.00'])
  assert.deepEqual(plan.terms, { ...six, max_amount: null })
  assert.deepEqual(
    plan.installments.map(({ amount, service_fee }) => [amount, service_fee]),
    [['62.66', '2.66'], ...Array.from({ length: 4 }, () => ['110.66', '2.66']), ['110.70', '2.70']],
  )
  assertExact(plan)
  const usual = await shop.authorizedPayment('600.00')
  assert.ok(!('terms' in (await planOf(shop, usual))))
})

test('terms: two weeks from one part to the next, also across months', async () => {
  const shop = await shopWith([{ count: 4, period: 'P2W' }])
  const id = await shop.authorizedPayment('400.00')
  const { installments } = await planOf(shop, id)
  const days = installments.map(({ due_date }) => Date.parse(due_date) / 86_400_000)
  assert.deepEqual(
    days.map((day) => day - (days[0] ?? 0)),
    [0, 14, 28, 42],
  )
})
