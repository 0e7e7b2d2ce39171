import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { MerchantId } from '../../src/platform/base/ids.ts'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import { demoKey } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'

// docs/contract/messaging.md#figures

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

const usual = { price: '340.00', currency: 'AED', merchant_code: 'demo_ae', public_key: demoKey(1, 'pk_test_') }

async function ask(query: Record<string, string>, region: 'uae' | 'ksa' = 'uae') {
  const response = await fetch(`${api.service.urls[region]}/api/v1/snippet?${new URLSearchParams(query)}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('figures: the plan is the plan of a session that is created at the same moment', async () => {
  for (const price of ['340.00', '340.01', '1.03', '49999.99']) {
    const { status, body } = await ask({ ...usual, price })
    assert.equal(status, 200, JSON.stringify(body))
    const [plan] = body.plans
    const session = (await api.shop.checkout(price)).body
    const [expected] = session.configuration.available_products.installments
    assert.deepEqual(plan, {
      count: expected.installments_count + 1,
      period: expected.installment_period,
      today: expected.downpayment,
      installments: expected.installments.map(({ due_date, amount }: Record<string, string>) => ({ due_date, amount })),
      service_fee: expected.service_fee,
    })
    assert.deepEqual([body.price, body.currency, body.is_available], [price, 'AED', true])
  }
})

test('figures: dates follow the clock of the merchant', async () => {
  const merchant = await api.newMerchant()
  await merchant.test.call('POST', '/sandbox/clock', { advance: 'P40D' })
  const { body } = await ask({ ...usual, merchant_code: 'main', public_key: merchant.keys.test.public })
  const dates = body.plans[0].installments.map(({ due_date }: { due_date: string }) => due_date)
  assert.deepEqual(dates, ['2026-05-10', '2026-06-10', '2026-07-10'])
})

test('figures: a price beyond the limits of the store has no plan, and a session is rejected', async () => {
  const merchant = await api.newMerchant()
  await changeStore(api.service.app, merchant.id as MerchantId, 'main', () => ({
    smallestOrderMinor: 50_00n,
    largestOrderMinor: 900_00n,
  }))
  const own = { ...usual, merchant_code: 'main', public_key: merchant.keys.test.public }
  for (const [price, isAvailable] of [
    ['49.99', false],
    ['50.00', true],
    ['900.00', true],
    ['900.01', false],
  ] as const) {
    const { body } = await ask({ ...own, price })
    assert.deepEqual([body.min_amount, body.max_amount, body.is_available], ['50.00', '900.00', isAvailable], price)
    assert.equal(body.plans.length, isAvailable ? 1 : 0)
    assert.equal((await merchant.test.checkout(price)).body.status, isAvailable ? 'created' : 'rejected')
  }
})

test('figures: the largest amount of a live key is also limited by the exposure rule', async () => {
  const live = { ...usual, public_key: demoKey(1, 'pk_') }
  const at = await ask({ ...live, price: '20000.00' })
  const above = await ask({ ...live, price: '20000.01' })
  assert.deepEqual([at.body.max_amount, at.body.is_available, above.body.is_available], ['20000.00', true, false])
})

test('figures: without a merchant code the store of the currency is meant', async () => {
  const { merchant_code: _, ...without } = usual
  assert.equal((await ask(without)).body.max_amount, '50000.00')
  const kuwait = (await ask({ ...without, currency: 'KWD', price: '10' })).body
  assert.deepEqual([kuwait.price, kuwait.plans[0].today, kuwait.min_amount], ['10.000', '2.500', '0.100'])
  assert.equal((await ask({ ...without, merchant_code: 'DEMO_AE' })).status, 200, 'codes have no case')
})

test('figures: any origin may read an answer, also a refusal; an answer is kept for a minute', async () => {
  const { headers } = await ask(usual)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal(headers.get('cache-control'), 'public, max-age=60')
  assert.equal(headers.get('set-cookie'), null)
  const refused = await ask({})
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [400, '*'])
  assert.equal(refused.headers.get('cache-control'), null)
})

const wrong = (field: string, message: string) => [`$.${field}`, message]

test('figures: 400 names each wrong parameter', async () => {
  const rows: [object, string[][]][] = [
    [{ price: '' }, [wrong('price', 'is required')]],
    [{ price: 'free' }, [wrong('price', 'must be a decimal number')]],
    [{ price: '1e3' }, [wrong('price', 'must be a decimal number')]],
    [{ price: '1.005' }, [wrong('price', 'must have at most 2 decimals')]],
    [{ price: '0' }, [wrong('price', 'must be positive')]],
    [{ price: '-5' }, [wrong('price', 'must be positive')]],
    [{ price: '1000000000' }, [wrong('price', 'must be at most 999999999')]],
    [{ currency: 'USD' }, [wrong('currency', 'must be AED, SAR or KWD')]],
    [{ public_key: 'x' }, [wrong('public_key', 'must be a public key: pk_test_… or pk_…')]],
    [{ public_key: demoKey(1) }, [wrong('public_key', 'must be a public key: pk_test_… or pk_…')]],
    [
      { public_key: '', currency: '', price: '' },
      ['public_key', 'currency', 'price'].map((name) => wrong(name, 'is required')),
    ],
  ]
  for (const [members, expected] of rows) {
    const { status, body } = await ask({ ...usual, ...members })
    assert.equal(status, 400)
    const found = body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])
    assert.deepEqual(found, expected)
  }
})

test('figures: another currency, an unknown key or code, and another region are refused', async () => {
  const nobody = `pk_test_${crypto.randomUUID()}`
  const refused = async (members: object, region: 'uae' | 'ksa' = 'uae') => {
    const { status, body } = await ask({ ...usual, ...members }, region)
    return [status, body.error]
  }
  assert.deepEqual(await refused({ currency: 'SAR' }), [400, "only 'AED' is supported, but got 'SAR'"])
  assert.deepEqual(await refused({ public_key: nobody }), [401, 'api key not found'])
  assert.deepEqual(await refused({ merchant_code: 'other_ae' }), [401, 'merchant is null'])
  assert.deepEqual(await refused({}, 'ksa'), [403, 'merchant region does not match cluster region'])
})

test('figures: a request changes no row', async () => {
  const before = await api.countRows()
  await ask(usual)
  assert.deepEqual(await api.countRows(), before)
})
