import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { demoKey, type Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

const put = (shop: Shop, body: unknown): Promise<Answer> => shop.call('PUT', '/sandbox/risk', body)
const get = async (shop: Shop) => (await shop.call('GET', '/sandbox/risk')).body

const unset = { rules: { max_open_exposure: null, max_orders_per_day: null, refuse_overdue: false }, blocked: [] }

test('rules are read as put, replace earlier ones, and reset the members that are left out', async () => {
  const { test: shop } = await api.newMerchant()
  const rules = { max_open_exposure: '1000.00', max_orders_per_day: 3, refuse_overdue: true }
  const blocked = [{ phone: '+971500000009' }, { email: 'b@example.com' }, { email: 'a@example.com' }]
  assert.deepEqual((await put(shop, { rules, blocked })).body, { rules, blocked })
  assert.deepEqual(await get(shop), { rules, blocked })
  assert.deepEqual((await put(shop, await get(shop))).body, { rules, blocked })
  const fewer = { rules: { ...unset.rules, max_orders_per_day: 0 }, blocked: [{ email: 'a@example.com' }] }
  const body = { rules: { max_orders_per_day: 0, max_open_exposure: null, colour: 'red' }, blocked: fewer.blocked }
  assert.deepEqual((await put(shop, body)).body, fewer)
  for (const empty of [{}, { rules: null, blocked: null }, { rules: {}, blocked: [] }]) {
    await put(shop, { rules, blocked })
    assert.deepEqual((await put(shop, empty)).body, unset)
    assert.deepEqual(await get(shop), unset)
  }
})

test('amounts, phones and e-mails are stored in one form, without duplicates', async () => {
  const { test: shop } = await api.newMerchant()
  const phones = [{ phone: '050 000 0009' }, { phone: '+971 50 000 0009', email: null }]
  const blocked = [...phones, { email: 'Sara@Example.COM' }, { email: 'sara@example.com' }]
  const { body } = await put(shop, { rules: { max_open_exposure: 1000.5 }, blocked })
  assert.equal(body.rules.max_open_exposure, '1000.50')
  assert.deepEqual(body.blocked, [{ phone: '+971500000009' }, { email: 'sara@example.com' }])
})

test('invalid rules and contacts are refused with every wrong field, and change nothing', async () => {
  const { test: shop } = await api.newMerchant()
  const set = { rules: { ...unset.rules, max_orders_per_day: 5 }, blocked: [{ email: 'a@example.com' }] }
  await put(shop, set)
  const exposure = (value: unknown): Promise<Answer> => put(shop, { rules: { max_open_exposure: value } })
  for (const value of ['1.234', '-1', 'much', '', '1e3', 1e9]) {
    assertWrong(await exposure(value), '$.rules.max_open_exposure')
  }
  for (const most of [-1, 2 ** 31]) {
    assertWrong(await put(shop, { rules: { max_orders_per_day: most } }), '$.rules.max_orders_per_day')
  }
  const blocked = [{ phone: '12' }, {}, { phone: null }, { phone: '+971500000001', email: 'a@b' }]
  assertWrong(
    await put(shop, { rules: { max_open_exposure: 'x' }, blocked }),
    '$.rules.max_open_exposure',
    '$.blocked[0].phone',
    '$.blocked[1].phone required',
    '$.blocked[2].phone required',
    '$.blocked[3].email',
  )
  assertWrong(
    await put(shop, { blocked: [{ email: 'nobody' }, { email: '' }] }),
    '$.blocked[0].email',
    '$.blocked[1].email',
  )
  const many = Array.from({ length: 1_001 }, (_, n) => ({ email: `${n}@example.com` }))
  assertWrong(await put(shop, { blocked: many }), '$.blocked')
  assert.deepEqual(await get(shop), set)
  assert.equal((await put(shop, { blocked: many.slice(1) })).body.blocked.length, 1_000)
})

for (const body of ['', '{', 'null', '[]', '{"rules":7}', '{"rules":{"max_orders_per_day":"3"}}', '{"blocked":{}}']) {
  test(`the rules ${JSON.stringify(body)} cannot be decoded`, async () => {
    assert.deepEqual([(await put(api.shop, body)).status, await get(api.shop)], [400, unset])
  })
}

test('rules of wrong types cannot be decoded', async () => {
  for (const rules of [{ max_open_exposure: true }, { max_orders_per_day: 1.5 }, { refuse_overdue: 'yes' }]) {
    const answer = await put(api.shop, { rules })
    assert.deepEqual([answer.status, answer.body.error], [400, 'could not decode request'], JSON.stringify(rules))
  }
})

test('rules need a secret key', async () => {
  const shop = api.open(demoKey(1, 'pk_test_'))
  for (const answer of [await shop.call('GET', '/sandbox/risk'), await put(shop, {})]) {
    assertRefused(answer, 401, 'invalid secret key')
  }
})

test('concurrent rules are applied one after the other', async () => {
  const { test: shop } = await api.newMerchant()
  const sets = Array.from({ length: 8 }, (_, n) => ({
    rules: { ...unset.rules, max_orders_per_day: n },
    blocked: [{ email: 'all@example.com' }, { email: `${n}@example.com` }],
  }))
  const answers = await Promise.all(sets.map((set) => put(shop, set)))
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    sets.map((set) => [200, set]),
  )
  const last = await get(shop)
  assert.ok(sets.some((set) => JSON.stringify(set) === JSON.stringify(last)))
})
