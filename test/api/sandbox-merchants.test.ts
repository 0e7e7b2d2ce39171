import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addStore } from '../../src/merchants/stores/add-store.ts'
import { assertNoRoute, assertWrong, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const anybody = api.open('')
const make = (body: unknown) => anybody.call('POST', '/sandbox/merchants', body)
const store = (merchant_code: string, country: string, rest: object = {}) => ({ merchant_code, country, ...rest })

test('a merchant is made with its stores and keys, and can work at once', async () => {
  const stores = [store('AE', 'AE'), store('KW', 'KW', { checkout: 'lenient' })]
  const { status, body } = await make({ name: 'Shop', region: 'uae', stores })
  assert.equal(status, 200)
  assert.equal(Object.keys(body).slice(0, 3).join(' '), 'merchant stores keys')
  assert.deepEqual([body.merchant.name, body.merchant.region], ['Shop', 'uae'])
  assert.deepEqual(body.stores, [
    { merchant_code: 'AE', country: 'AE', currency: 'AED', checkout: 'strict' },
    { merchant_code: 'KW', country: 'KW', currency: 'KWD', checkout: 'lenient' },
  ])
  const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  assert.match(body.keys.test.secret, new RegExp(`^sk_test_${uuid}`))
  assert.match(body.keys.test.public, new RegExp(`^pk_test_${uuid}`))
  assert.match(body.keys.live.secret, new RegExp(`^sk_${uuid}`))
  assert.match(body.keys.live.public, new RegExp(`^pk_${uuid}`))
  const shop = api.open(body.keys.live.secret, { merchantCode: 'ae' })
  assert.equal((await shop.call('GET', `/api/v2/payments/${await shop.capturedPayment()}`)).body.is_test, false)
})

test('two merchants may have the same name and merchant code', async () => {
  const body = { name: 'Twin', region: 'ksa', stores: [store('SA', 'SA')] }
  const [one, other] = [await make(body), await make(body)]
  assert.notEqual(one.body.merchant.id, other.body.merchant.id)
})

test('a merchant of either region is made at either address and works at its own', async () => {
  const { body } = await make({ name: 'Shop', region: 'ksa', stores: [store('SA', 'SA')] })
  const shop = api.open(body.keys.test.secret, { region: 'ksa', merchantCode: 'SA', currency: 'SAR' })
  assert.equal((await shop.checkout()).status, 200)
})

test('every wrong field is told', async () => {
  assertWrong(await make({}), '$.name required', '$.region required', '$.stores required')
  assertWrong(await make({ name: 'x'.repeat(256), region: 'mars', stores: [] }), '$.name', '$.region', '$.stores')
  const stores = [store('', 'US'), store('x'.repeat(256), 'AE', { checkout: 'loose' }), { country: 'AE' }]
  const fields = ['[0].country', '[0].merchant_code', '[1].merchant_code', '[1].checkout', '[2].merchant_code required']
  assertWrong(await make({ name: 'S', region: 'uae', stores }), ...fields.map((field) => `$.stores${field}`))
  const mixed = [store('a', 'SA'), store('b', 'AE'), store('B', 'KW')]
  assertWrong(
    await make({ name: 'S', region: 'uae', stores: mixed }),
    '$.stores[0].country',
    '$.stores[2].merchant_code',
  )
})

test('codes that are the same without case are there twice, and others are not, whoever folds them', async () => {
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

test('a code is added once, however many try', async () => {
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
    env: { QIST_MODE: 'production', DATABASE_URL: 'postgres://unused', SECRETS_KEY: 'a'.repeat(64) },
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
