import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addStore } from '../../src/platform/merchants/stores/add-store.ts'
import { assertNoRoute, assertWrong, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const anybody = api.open('')
const make = (body: unknown) => anybody.call('POST', '/sandbox/merchants', body)
const atStores = (field: string) => `$.stores${field}`
const store = (merchant_code: string, country: string, rest: object = {}) => ({ merchant_code, country, ...rest })

const noFee = (fixed: string) => ({ percent: '0.00', fixed, vat_percent: '0.00', refund: 'percent' })

test('a new merchant has its stores and keys, and works at once', async () => {
  const stores = [store('AE', 'AE'), store('KW', 'KW', { checkout: 'lenient' })]
  const { status, body } = await make({ name: 'Shop', region: 'uae', stores })
  assert.equal(status, 200)
  assert.equal(Object.keys(body).slice(0, 3).join(' '), 'merchant stores keys')
  assert.deepEqual([body.merchant.name, body.merchant.region], ['Shop', 'uae'])
  assert.deepEqual(body.stores, [
    { merchant_code: 'AE', country: 'AE', currency: 'AED', checkout: 'strict', fee: noFee('0.00') },
    { merchant_code: 'KW', country: 'KW', currency: 'KWD', checkout: 'lenient', fee: noFee('0.000') },
  ])
  const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  assert.match(body.keys.test.secret, new RegExp(`^sk_test_${uuid}`))
  assert.match(body.keys.test.public, new RegExp(`^pk_test_${uuid}`))
  assert.match(body.keys.live.secret, new RegExp(`^sk_${uuid}`))
  assert.match(body.keys.live.public, new RegExp(`^pk_${uuid}`))
  const shop = api.open(body.keys.live.secret, { merchantCode: 'ae' })
  assert.equal((await shop.call('GET', `/api/v2/payments/${await shop.capturedPayment()}`)).body.is_test, false)
})

test('a store has the fee of its creation; each member is optional', async () => {
  const fees = [
    { percent: '5', fixed: '1.5', vat_percent: '5.00', refund: 'all' },
    { percent: 2.75, fixed: 1, vat_percent: null, refund: null },
    { fixed: '0.125', refund: 'none' },
    {},
    null,
  ]
  const countries = ['AE', 'AE', 'KW', 'AE', 'AE']
  const stores = fees.map((fee, index) => store(`s${index}`, countries[index] ?? '', { fee }))
  const { body } = await make({ name: 'Shop', region: 'uae', stores })
  assert.deepEqual(
    body.stores.map(({ fee }: { fee: object }) => fee),
    [
      { percent: '5.00', fixed: '1.50', vat_percent: '5.00', refund: 'all' },
      { percent: '2.75', fixed: '1.00', vat_percent: '0.00', refund: 'percent' },
      { percent: '0.00', fixed: '0.125', vat_percent: '0.00', refund: 'none' },
      noFee('0.00'),
      noFee('0.00'),
    ],
  )
})

test('all wrong members of a fee are reported', async () => {
  const wrong = [
    { percent: '100.01', fixed: '1.234', vat_percent: '-1', refund: 'percent' },
    { percent: '1.234', fixed: '-0.01', vat_percent: 'five' },
    { percent: '', fixed: '1000000000' },
    { percent: 1e30, fixed: 'one', vat_percent: 100.5 },
  ]
  const stores = wrong.map((fee, index) => store(`s${index}`, 'AE', { fee }))
  assertWrong(
    await make({ name: 'S', region: 'uae', stores }),
    ...['[0].fee.percent', '[0].fee.fixed', '[0].fee.vat_percent', '[1].fee.percent', '[1].fee.fixed'].map(atStores),
    ...['[1].fee.vat_percent', '[2].fee.percent', '[2].fee.fixed', '[3].fee.percent', '[3].fee.fixed'].map(atStores),
    atStores('[3].fee.vat_percent'),
  )
  const refund = [store('a', 'AE', { fee: { refund: 'some' } })]
  assertWrong(await make({ name: 'S', region: 'uae', stores: refund }), '$.stores[0].fee.refund')
  // Three decimals belong to another currency.
  const kuwait = [store('a', 'KW', { fee: { fixed: '1.234' } }), store('b', 'AE', { fee: { fixed: '1.234' } })]
  assertWrong(await make({ name: 'S', region: 'uae', stores: kuwait }), '$.stores[1].fee.fixed')
})

test('two merchants may have the same name and merchant code', async () => {
  const body = { name: 'Twin', region: 'ksa', stores: [store('SA', 'SA')] }
  const [one, other] = [await make(body), await make(body)]
  assert.notEqual(one.body.merchant.id, other.body.merchant.id)
})

test("a merchant is made at either region's address and works at its own", async () => {
  const { body } = await make({ name: 'Shop', region: 'ksa', stores: [store('SA', 'SA')] })
  const shop = api.open(body.keys.test.secret, { region: 'ksa', merchantCode: 'SA', currency: 'SAR' })
  assert.equal((await shop.checkout()).status, 200)
})

test('all wrong fields are reported', async () => {
  assertWrong(await make({}), '$.name required', '$.region required', '$.stores required')
  assertWrong(await make({ name: 'x'.repeat(256), region: 'mars', stores: [] }), '$.name', '$.region', '$.stores')
  const stores = [store('', 'US'), store('x'.repeat(256), 'AE', { checkout: 'loose' }), { country: 'AE' }]
  const fields = ['[0].country', '[0].merchant_code', '[1].merchant_code', '[1].checkout', '[2].merchant_code required']
  assertWrong(await make({ name: 'S', region: 'uae', stores }), ...fields.map(atStores))
  const mixed = [store('a', 'SA'), store('b', 'AE'), store('B', 'KW')]
  assertWrong(
    await make({ name: 'S', region: 'uae', stores: mixed }),
    '$.stores[0].country',
    '$.stores[2].merchant_code',
  )
})

test('merchant codes: duplicates by case folding are refused, in PostgreSQL and JavaScript alike', async () => {
  const pairs: [string, string, boolean][] = [
    ['İ', 'i̇', true],
    ['İ', 'i', false],
    ['ẞ', 'ß', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['ΟΔΟΣ', 'οδοσ', false],
    ['\u212a', 'k', true],
    ['É', 'é', true],
    ['ǅ', 'ǆ', true],
    ['ﬀ', 'FF', false],
    ['Ꭰ', 'ꭰ', true],
    ['𐐀', '𐐨', true],
    ['I', 'ı', false],
  ]
  for (const [one, other, isSame] of pairs) {
    const answer = await make({ name: 'S', region: 'uae', stores: [store(one, 'AE'), store(other, 'AE')] })
    if (isSame) assertWrong(answer, '$.stores[1].merchant_code')
    else assert.equal(answer.status, 200, `${one} ${other}: ${answer.text}`)
    const alone = await make({ name: 'S', region: 'uae', stores: [store(one, 'AE')] })
    const more = { merchantCode: other, country: 'AE', checkout: 'strict' } as const
    const added = addStore(api.service.app, alone.body.merchant.id, more)
    if (isSame) await assert.rejects(added, { kind: 'conflict' })
    else await added
  }
})

test('a merchant code is added once under concurrent calls', async () => {
  const { body } = await make({ name: 'S', region: 'uae', stores: [store('a', 'AE')] })
  const codes = ['İx', 'i̇x', 'i̇X', 'İX', 'İx', 'i̇x']
  const add = (merchantCode: string) =>
    addStore(api.service.app, body.merchant.id, { merchantCode, country: 'AE', checkout: 'strict' })
  const added = await Promise.allSettled(codes.map(add))
  assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 1)
})

for (const body of ['', '{', 'null', '[]', '{"name":7}', '{"stores":{}}', '{"stores":[7]}', '{"region":null}']) {
  test(`the body ${JSON.stringify(body)} cannot be decoded`, async () => {
    const before = await api.service.database.query('select count(*) from merchants')
    const answer = await make(body)
    assert.deepEqual([answer.status, answer.body.error], [400, 'could not decode request'])
    assert.deepEqual(await api.service.database.query('select count(*) from merchants'), before)
  })
}

test('production has no sandbox', async () => {
  const production = await openTestApi({
    env: {
      QIST_MODE: 'production',
      DATABASE_URL: 'postgres://unused',
      SECRETS_KEY: 'a1b2'.repeat(16),
      SIGNING_KEY: 'c3d4'.repeat(16),
    },
  })
  try {
    const shop = production.shop
    assertNoRoute(await shop.call('POST', '/sandbox/merchants', { name: 'S', region: 'uae', stores: [] }))
    assertNoRoute(await shop.call('GET', '/sandbox/clock'))
    assertNoRoute(await shop.call('POST', '/sandbox/clock', { advance: 'P1D' }))
    assertNoRoute(await shop.call('POST', `/sandbox/payments/${await shop.createdPayment()}/authorize`))
    assertNoRoute(await shop.call('GET', '/sandbox/notifications'))
    assertNoRoute(await shop.call('POST', '/sandbox/disputes', {}))
    assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
    const described = production.reference.operations.filter(({ path }) => path.startsWith('/sandbox'))
    assert.deepEqual(described, [])
  } finally {
    await production.close()
  }
})
