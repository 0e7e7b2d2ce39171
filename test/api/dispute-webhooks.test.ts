import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'

const path = '/api/v1/dispute-webhooks'
const header = { title: 'X-Shop-Auth', value: 's3cret-value-123' }
const code = { 'x-merchant-code': 'ae' }

let api: TestApi
let keys: { test: { secret: string }; live: { secret: string } }
let shop: Shop

before(async () => {
  api = await openTestApi()
})
after(() => api.close())

async function newShop(): Promise<Shop> {
  const stores = [{ merchant_code: 'AE', country: 'AE' }]
  const made = await api.open('').call('POST', '/sandbox/merchants', {
    name: 'S',
    region: 'uae',
    stores,
  })
  keys = made.body.keys
  const live = api.open(keys.live.secret)
  return { ...live, call: (method, at, body, headers = {}) => live.call(method, at, body, { ...code, ...headers }) }
}

const refused = (answer: Answer): unknown => [answer.status, answer.body.errorType, answer.body.error]
const badRequest = [400, 'bad_data', 'bad_request']

test('a webhook is registered, read, listed, replaced and removed, with a normalised address and masked header', async () => {
  shop = await newShop()
  assert.deepEqual((await shop.call('GET', path)).body, [])
  const made = await shop.call('POST', path, { url: 'HTTPS://Shop.Example:443/Hooks/', header })
  const { id } = made.body
  const shown = { id, url: 'https://shop.example/Hooks', header: { title: 'X-Shop-Auth', value: '****-123' } }
  assert.deepEqual([made.status, made.body], [200, shown])
  const one = `${path}/${id}`
  assert.deepEqual((await shop.call('GET', one)).body, shown)
  assert.deepEqual((await shop.call('GET', path)).body, [shown])
  const short = await shop.call('PUT', one, { url: 'http://shop.example/b', header: { title: 'X', value: '12345678' } })
  assert.deepEqual(short.body, { id, url: 'http://shop.example/b', header: { title: 'X', value: '****' } })
  assert.equal(
    (await shop.call('PUT', one, { url: 'https://shop.example/b' })).body.header,
    null,
    'an absent header goes',
  )
  assert.deepEqual((await shop.call('DELETE', one)).body, { status: 'ok' })
  for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { url: 'https://shop.example/b' }]] as const) {
    assert.deepEqual(refused(await shop.call(method, one, body)), [404, 'not_found', 'webhook not found'])
  }
})

test('all errors are one bad request', async () => {
  shop = await newShop()
  const url = 'https://shop.example/a'
  assert.equal((await shop.call('POST', path, { url })).status, 200)
  const bodies = [
    ...[
      '',
      '{',
      '[]',
      'null',
      '{"url":1}',
      {},
      { url: null },
      { url: 'https://localhost/' },
      { url: 'https://10.0.0.1/' },
    ],
    ...[
      { url },
      { url: 'https://b.example', header: {} },
      { url: 'https://b.example', header: { title: 'X Y', value: 'z' } },
    ],
    ...[
      { url: 'https://b.example', header: { title: 'X' } },
      { url: 'https://b.example', header: 'X: y' },
    ],
  ]
  for (const body of bodies)
    assert.deepEqual(refused(await shop.call('POST', path, body)), badRequest, JSON.stringify(body))
  for (const method of ['GET', 'PUT', 'DELETE'])
    assert.deepEqual(refused(await shop.call(method, `${path}/1`)), badRequest)
  for (const name of ['b', 'c', 'd']) await shop.call('POST', path, { url: `https://${name}.example/` })
  assert.deepEqual(refused(await shop.call('POST', path, { url: 'https://e.example/' })), badRequest)
  assert.equal((await shop.call('GET', path)).body.length, 4)
})

test('of twenty parallel registrations exactly four succeed', async () => {
  shop = await newShop()
  const post = (_: unknown, index: number): Promise<Answer> =>
    shop.call('POST', path, { url: `https://shop.example/${index}` })
  const answers = await Promise.all(Array.from({ length: 20 }, post))
  assert.equal(answers.filter((answer) => answer.status === 200).length, 4)
})

test('payment and dispute webhooks have separate limits', async () => {
  shop = await newShop()
  const url = 'https://shop.example/a'
  assert.equal((await shop.call('POST', '/api/v1/webhooks', { url })).status, 200)
  const made = await shop.call('POST', path, { url })
  assert.equal(made.status, 200)
  assert.equal((await shop.call('GET', `/api/v1/webhooks/${made.body.id}`)).status, 404)
})

test('an unknown key, a test key, a missing and an unknown merchant code are refused in this order', async () => {
  shop = await newShop()
  const unknown = api.open(`sk_${randomUUID()}`)
  assert.deepEqual(refused(await unknown.call('GET', path)), [401, 'not_authorized', 'invalid secret key'])
  const otherRegion = api.open(keys.test.secret, { region: 'ksa' })
  const wrongRegion = 'merchant region does not match cluster region'
  assert.deepEqual(refused(await otherRegion.call('GET', path)), [403, 'no_permission', wrongRegion])
  const testKey = api.open(keys.test.secret)
  assert.deepEqual(refused(await testKey.call('GET', `${path}/x`)), [
    403,
    'no_permission',
    'disputes have no test mode',
  ])
  const live = api.open(keys.live.secret)
  assert.deepEqual(refused(await live.call('POST', path, '{')), badRequest)
  const strange = { 'x-merchant-code': 'KW' }
  assert.deepEqual(refused(await live.call('POST', path, '{', strange)), [401, 'not_authorized', 'merchant is null'])
})
