import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { tellStory } from '../../src/money/explain/story.ts'
import { storyWire } from '../../src/money/explain/wire.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { pass, planOf, sendReturns } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

const path = '/sandbox/stores/main/plans'
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
const move = async (shop: Shop, id: string, what: string, body?: object) =>
  succeed(await shop.call('POST', `/api/v2/payments/${id}/${what}`, body)).body

test('fee: all of it in the first part, and the plan is collected to the last minor unit', async () => {
  const shop = await shopWith([{ count: 3, period: 'P1M', service_fee: { percent: '10.00' } }])
  const id = await shop.createdPayment('100.00')
  await authorize(shop, id)
  const before = await planOf(shop, id)
  assert.deepEqual(
    before.installments.map(({ amount }) => amount),
    ['43.33', '33.33', '33.34'],
  )
  await move(shop, id, 'captures', { amount: '100.00', reference_id: 'c' })
  await pass(shop, 'P70D')
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.status, plan.total, plan.paid], ['completed', '110.00', '110.00'])
  assert.deepEqual(await askDoctor(api.service.app), [])
})

const kept = [
  // A, captured, refunded, policy, fee kept of 10.00
  ['60.00', '0.00', 'proportion', '6.00'],
  ['60.00', '0.00', 'all', '0.00'],
  ['60.00', '0.00', 'none', '10.00'],
  ['100.00', '33.33', 'proportion', '6.67'],
  ['100.00', '33.33', 'all', '0.00'],
  ['100.00', '100.00', 'proportion', '0.00'],
  ['100.00', '100.00', 'none', '10.00'],
  ['100.00', '0.00', 'all', '10.00'],
] as const

for (const [captured, refunded, policy, fee] of kept) {
  test(`fee: ${captured} of 100.00 captured and ${refunded} refunded by ${policy} keeps ${fee}`, async () => {
    const shop = await shopWith([{ count: 4, period: 'P1M', service_fee: { percent: '10.00' } }], {
      service_fee_refund: policy,
    })
    const id = await shop.createdPayment('100.00')
    await authorize(shop, id)
    await move(shop, id, 'captures', { amount: captured, reference_id: 'c' })
    if (captured !== '100.00') await move(shop, id, 'close')
    await pass(shop, 'P100D')
    if (refunded !== '0.00') await move(shop, id, 'refunds', { amount: refunded, reference_id: 'r' })
    await sendReturns(api)
    const plan = await planOf(shop, id)
    const total = Number(captured) - Number(refunded) + Number(fee)
    assert.deepEqual([plan.service_fee, plan.total, plan.paid], [fee, total.toFixed(2), total.toFixed(2)])
    assert.deepEqual(await askDoctor(api.service.app), [])
  })
}

test('fee: closed without a capture everything goes back, whatever the setting', async () => {
  const shop = await shopWith([{ count: 4, period: 'P1M', service_fee: { fixed: '9.99' }, min_amount: '50.00' }], {
    service_fee_refund: 'none',
  })
  const id = await shop.createdPayment('100.00')
  await authorize(shop, id)
  assert.equal((await planOf(shop, id)).paid, '34.99')
  await move(shop, id, 'close')
  await sendReturns(api)
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.status, plan.total, plan.paid, plan.returned], ['cancelled', '0.00', '0.00', '34.99'])
  assert.deepEqual(await askDoctor(api.service.app), [])
})

test("fee: explain has it in the customer's plan, and nowhere in the merchant's settlement", async () => {
  const shop = await shopWith([{ count: 4, period: 'P1M', service_fee: { percent: '10.00' } }])
  const id = await shop.createdPayment('100.00')
  await authorize(shop, id)
  await move(shop, id, 'captures', { amount: '100.00', reference_id: 'c' })
  const story = (await tellStory(api.service.app, id)) ?? assert.fail('no such payment')
  const { money, plan } = storyWire(story)
  assert.deepEqual([money.service_fee, money.total, money.net], ['10.00', '110.00', '100.00'])
  assert.equal(plan?.service_fee, '10.00')
  await pass(shop, 'P1D')
  const [day] = succeed(await shop.call('GET', '/api/v1/settlements')).body.settlements
  assert.deepEqual([day.captures, day.fees, day.net], ['100.00', '0.00', '100.00'])
  assert.deepEqual(await askDoctor(api.service.app), [])
})

test('doctor: a fee, or a plan, that somebody has changed by hand is named', async () => {
  const shop = await shopWith([{ count: 4, period: 'P1M', service_fee: { percent: '10.00' } }])
  const id = await shop.createdPayment('100.00')
  await authorize(shop, id)
  await move(shop, id, 'captures', { amount: '100.00', reference_id: 'c' })
  const { database, app } = api.service
  const [before] = await database.query(`select plan::text from payments where id = '${id}'`)
  const set = (plan: string) => database.query(`update payments set plan = '${plan}' where id = '${id}'`)
  const plan = String(before?.['plan'])
  const sentences = async () => (await askDoctor(app)).join('\n')
  await set(plan.replace('"fee_minor":"1000"', '"fee_minor":"999"'))
  assert.match(await sentences(), /stored fee of the customer is 999 minor units, by its terms 1000/)
  await set(plan.replaceAll('"10.00"', '"9.00"'))
  assert.match(await sentences(), /the customer's fee is 10\.00 AED in the ledger, by its terms 9\.00 AED/)
  await set(plan.replace('"chosen":"4xP1M"', '"chosen":"5xP1M"'))
  assert.match(await sentences(), /its plan cannot be read: a stored plan has no terms 5xP1M/)
  await set(plan)
  assert.equal(await sentences(), '')
})
