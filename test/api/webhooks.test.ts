import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { demoKey, type Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'

const path = '/api/v1/webhooks'
const uuidForm = /^[0-9a-f-]{36}$/
const header = { title: 'X-Shop-Auth', value: 's3cret-value-123' }

let api: TestApi
let keys: { test: { secret: string; public: string }; live: { secret: string } }
let shop: Shop

before(async () => {
  api = await openTestApi({ env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:3000' } })
})
after(() => api.close())

/** A new merchant for each test, because limits are per store. */
async function newShop(): Promise<Shop> {
  const stores = [
    { merchant_code: 'AE', country: 'AE' },
    { merchant_code: 'KW', country: 'KW' },
  ]
  const made = await api.open('').call('POST', '/sandbox/merchants', {
    name: 'S',
    region: 'uae',
    stores,
  })
  keys = made.body.keys
  return api.open(keys.test.secret)
}

const refused = (answer: Answer): unknown => [
  answer.status,
  answer.body.errorType,
  answer.body.error ?? answer.body.errors,
]

test('a webhook is registered, read, listed, replaced and removed', async () => {
  shop = await newShop()
  assert.deepEqual((await shop.call('GET', path)).body, [])
  const url = 'https://Shop.Example:443/hooks/pay/'
  const made = await shop.call('POST', path, { url, header, is_test: false, extra: 1 })
  assert.equal(made.status, 200, made.text)
  assert.match(made.body.id, uuidForm)
  assert.deepEqual(made.body, { id: made.body.id, url, is_test: true, header })
  const one = `${path}/${made.body.id}`
  assert.deepEqual((await shop.call('GET', one)).body, made.body)
  assert.deepEqual((await shop.call('GET', path)).body, [made.body])
  const moved = await shop.call('PUT', one, { url: 'https://shop.example/b' })
  assert.deepEqual(moved.body, { ...made.body, url: 'https://shop.example/b' })
  const other = { title: 'X-B', value: 'b' }
  assert.deepEqual((await shop.call('PUT', one, { url, header: other })).body.header, other)
  assert.equal((await shop.call('PUT', one, { url, header: null })).body.header, null)
  const removed = await shop.call('DELETE', one)
  assert.deepEqual([removed.status, removed.body], [200, { status: 'ok' }])
  for (const method of ['GET', 'DELETE']) {
    assert.deepEqual(refused(await shop.call(method, one)), [404, 'not_found', 'no such webhook'])
  }
  assert.deepEqual(refused(await shop.call('PUT', one, { url })), [404, 'not_found', 'no such webhook'])
})

test('a header of nulls is no header', async () => {
  shop = await newShop()
  const made = await shop.call('POST', path, { url: 'https://shop.example/a', header: { title: null, value: null } })
  assert.deepEqual([made.status, made.body.header], [200, null])
})

test('an address that is not https or not public is refused', async () => {
  shop = await newShop()
  const urls = [
    'http://shop.example/a',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://shop/a',
    '',
  ]
  for (const body of [...urls.map((url) => ({ url })), {}, { url: null }, { url: 'https://u:p@shop.example/' }]) {
    const answer = await shop.call('POST', path, body)
    assert.deepEqual(refused(answer), [400, 'bad_data', 'invalid webhook url'], JSON.stringify(body))
  }
  assert.equal((await shop.call('POST', path, { url: 'http://shop.test/a' })).status, 200, 'but for the named hosts')
})

test('the longest address is registered once, even if its normalised form is longer', async () => {
  // Different letters, because a repeated text would be compressed and fit into an index.
  const letter = (_: unknown, index: number): string => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))
  const wide = Array.from({ length: 1_960 }, letter).join('')
  shop = await newShop()
  const live = api.open(keys.live.secret)
  for (const [by, family] of [
    [shop, path],
    [live, '/api/v1/dispute-webhooks'],
  ] as const) {
    const headers = { 'x-merchant-code': 'AE' }
    for (const tail of [wide.slice(0, 900), wide, `?q=${wide}`]) {
      const url = `https://shop.example/${tail}`
      const first = await by.call('POST', family, { url }, headers)
      assert.equal(first.status, 200, first.text)
      assert.equal((await by.call('POST', family, { url }, headers)).status, 400)
      const other = await by.call('PUT', `${family}/${first.body.id}`, { url: `${url.slice(0, -1)}x` }, headers)
      assert.equal(other.status, 200, other.text)
    }
  }
})

test('the database keeps an address unique in its set, with any characters', async () => {
  const { query } = api.service.database
  const [store] = await query(`select merchant_id, id from stores where merchant_code = 'demo_sa'`)
  const copy = (url: string): string =>
    `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at)
     values ('${store?.['merchant_id']}', '${randomUUID()}', 'payment', '${store?.['id']}', true, 'u', '${url}', now())`
  for (const url of ['https://a.example/\\101', 'https://a.example/A', `https://a.example/${'%E4'.repeat(2_000)}`]) {
    await query(copy(url))
    await assert.rejects(query(copy(url)), { code: '23505' })
  }
  await query("delete from webhooks where url = 'u'")
})

test('a host name is registered quickly if it cannot be resolved', async () => {
  shop = await newShop()
  const startedAt = performance.now()
  assert.equal((await shop.call('POST', path, { url: 'https://shop.example/hook' })).status, 200)
  assert.ok(performance.now() - startedAt < 2_000)
})

test('wrong headers are reported field by field', async () => {
  shop = await newShop()
  const fields = async (wrong: unknown): Promise<unknown> => {
    const answer = await shop.call('POST', path, { url: 'https://shop.example/a', header: wrong })
    assert.equal(answer.status, 400, JSON.stringify(wrong))
    return answer.body.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`)
  }
  assert.deepEqual(await fields({ title: 'X Y', value: 'a\nb' }), [
    '$.header.title invalid_value',
    '$.header.value invalid_value',
  ])
  assert.deepEqual(await fields({ title: 'X' }), ['$.header.value required'])
  assert.deepEqual(await fields({ value: 'x' }), ['$.header.title required'])
  assert.deepEqual(await fields({ title: 'a'.repeat(129), value: 'x' }), ['$.header.title invalid_value'])
  assert.deepEqual(await fields({ title: 'A', value: 'x'.repeat(1025) }), ['$.header.value invalid_value'])
  assert.deepEqual(await fields({ title: 'Cookie', value: 'x' }), ['$.header.title invalid_value'])
})

test('an unreadable body, and a path id that is not a UUID, is a decode failure', async () => {
  shop = await newShop()
  const decode = [400, 'bad_data', 'json decode: EOF']
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"url":1}',
    '{"url":{}}',
    '{"url":"https://a.example","header":"x"}',
  ]) {
    assert.deepEqual(refused(await shop.call('POST', path, body)), decode, body)
  }
  assert.deepEqual(refused(await shop.call('POST', path)), decode)
  for (const method of ['GET', 'DELETE', 'PUT']) assert.deepEqual(refused(await shop.call(method, `${path}/x`)), decode)
  assert.deepEqual(refused(await shop.call('PUT', `${path}/${randomUUID()}`, '')), decode)
})

test('the same address is refused in any spelling, and so is a fifth webhook', async () => {
  shop = await newShop()
  const urls = ['https://shop.example/1', 'https://shop.example/2', 'https://shop.example/3', 'https://shop.example/4']
  const made = await shop.call('POST', path, { url: urls[0] })
  const again = await shop.call('POST', path, { url: 'HTTPS://SHOP.example:443/1/' })
  assert.deepEqual(refused(again), [400, 'bad_data', 'webhook already exists'])
  for (const url of urls.slice(1)) assert.equal((await shop.call('POST', path, { url })).status, 200)
  const fifth = await shop.call('POST', path, { url: 'https://shop.example/5' })
  assert.deepEqual(refused(fifth), [400, 'bad_data', 'max number of webhooks reached'])
  const one = `${path}/${made.body.id}`
  assert.deepEqual(refused(await shop.call('PUT', one, { url: urls[1] })), [400, 'bad_data', 'webhook already exists'])
  assert.equal((await shop.call('PUT', one, { url: 'https://SHOP.example/1' })).body.url, 'https://SHOP.example/1')
  await shop.call('DELETE', one)
  assert.equal((await shop.call('POST', path, { url: 'https://shop.example/5' })).status, 200)
})

test('of twenty parallel registrations exactly four succeed, and one address is registered once', async () => {
  shop = await newShop()
  const post = (url: string): Promise<Answer> => shop.call('POST', path, { url })
  const same = await Promise.all(Array.from({ length: 20 }, () => post('https://shop.example/same')))
  assert.equal(same.filter((answer) => answer.status === 200).length, 1)
  const others = await Promise.all(Array.from({ length: 20 }, (_, index) => post(`https://shop.example/${index}`)))
  assert.equal(others.filter((answer) => answer.status === 200).length, 3)
  assert.ok(others.every(({ status, body }) => status === 200 || body.error === 'max number of webhooks reached'))
  assert.equal((await shop.call('GET', path)).body.length, 4)
})

test('stores, modes and merchants have separate webhooks', async () => {
  shop = await newShop()
  const live = api.open(keys.live.secret)
  const url = 'https://shop.example/a'
  const made = await shop.call('POST', path, { url })
  assert.equal(made.status, 200)
  const ofStore = { 'x-merchant-code': 'kw' }
  const ofDefault = await shop.call('POST', path, { url }, { 'x-merchant-code': 'ae' })
  assert.equal(ofDefault.status, 200, ofDefault.text)
  assert.equal((await shop.call('POST', path, { url }, ofStore)).status, 200)
  assert.equal((await live.call('POST', path, { url })).body.is_test, false)
  for (const caller of [shop, live]) assert.equal((await caller.call('GET', path)).body.length, 1)
  assert.equal((await shop.call('GET', path, undefined, { 'x-merchant-code': 'KW' })).body.length, 1)
  const strangers = [live, api.open(demoKey(2))]
  for (const stranger of strangers) assert.equal((await stranger.call('GET', `${path}/${made.body.id}`)).status, 404)
  assert.equal((await shop.call('GET', `${path}/${ofDefault.body.id}`, undefined, ofStore)).status, 404)
})

test('the key is checked first, then the merchant code, then the path', async () => {
  shop = await newShop()
  const wrong = { 'x-merchant-code': 'nobody' }
  const stranger = api.open(`sk_test_${randomUUID()}`)
  assert.deepEqual(refused(await stranger.call('GET', `${path}/x`, undefined, wrong)), [
    401,
    'not_authorized',
    'api key not found',
  ])
  const publicKey = api.open(keys.test.public)
  assert.deepEqual(refused(await publicKey.call('GET', path)), [401, 'not_authorized', 'invalid secret key'])
  assert.deepEqual(refused(await shop.call('POST', path, '{', wrong)), [401, 'not_authorized', 'merchant is null'])
  assert.deepEqual(refused(await shop.call('GET', `${path}/x`, undefined, wrong)), [
    401,
    'not_authorized',
    'merchant is null',
  ])
})

test('header values are encrypted in the database', async () => {
  shop = await newShop()
  await shop.call('POST', path, {
    url: 'https://shop.example/a',
    header: { title: 'X-A', value: 'find-me-if-you-can' },
  })
  const written = await api.service.database.query(
    `select position('find-me'::bytea in header_value) > 0 as is_legible from webhooks where header_value is not null`,
  )
  assert.ok(written.length > 0)
  assert.ok(written.every(({ is_legible }) => is_legible === false))
})
