import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertNoRoute, assertRefused, nobody, openTestApi } from '../support/api.ts'
import { readRaw, sendRaw } from '../support/raw.ts'

const api = await openTestApi()
after(async () => {
  const failures = api.service.logged.filter((line) => line['level'] === 'error' || line['level'] === 'fatal')
  await api.close()
  assert.deepEqual(failures, [], 'after all of this nothing was logged as a failure')
})
const { shop } = api

const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

for (const [method, path] of [
  ['GET', '/api'],
  ['GET', '/api/v2'],
  ['GET', '/api/v2/checkout'],
  ['GET', '/api/v3/payments'],
  ['GET', '/API/v2/payments'],
  ['GET', '/api/v2/paymentss'],
  ['POST', '/api/v2/payments'],
  ['DELETE', '/api/v2/payments'],
  ['PATCH', `/api/v2/payments/${nobody}`],
  ['DELETE', `/api/v2/payments/${nobody}`],
  ['POST', `/api/v2/payments/${nobody}`],
  ['GET', `/api/v2/payments/${nobody}/captures`],
  ['PUT', `/api/v2/payments/${nobody}/close`],
  ['POST', `/api/v2/payments/${nobody}/void`],
  ['POST', `/api/v2/payments/${nobody}/captures/${nobody}`],
  ['PUT', `/api/v2/checkout/${nobody}`],
  ['POST', `/api/v2/checkout/${nobody}/hpp_link_qr`],
  ['HEAD', '/nowhere'],
  ['HEAD', `/api/v2/payments/${nobody}/captures`],
  ['OPTIONS', '/api/v2/payments'],
  ['OPTIONS', `/api/v2/payments/${nobody}/captures`],
  ['OPTIONS', '/api/v2/checkout'],
  ['OPTIONS', `/api/v2/checkout/${nobody}`],
  ['OPTIONS', `/api/v2/checkout/${nobody}/cancel`],
  ['OPTIONS', '/nowhere'],
] as const) {
  for (const by of [shop, api.open('')]) {
    test(`${method} ${path} is 404, with ${by.key === '' ? 'no' : 'a'} key`, async () => {
      const answer = await by.call(method, path)
      if (method === 'HEAD') assert.deepEqual([answer.status, answer.text], [404, ''])
      else assertNoRoute(answer)
      assert.match(answer.headers.get('x-request-id') ?? '', requestId)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    })
  }
}

for (const path of ['/api/v2/checkout', `/api/v2/checkout/${nobody}`]) {
  const method = path.endsWith('checkout') ? 'POST' : 'GET'

  test(`browsers of any origin may call ${method} ${path}`, async () => {
    const preflight = await api.open('').call('OPTIONS', path, undefined, {
      origin: 'https://shop.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,x-sdk-version',
    })
    assert.ok(preflight.status === 204 || preflight.status === 200)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', new RegExp(method))
    const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const header of ['authorization', 'content-type', 'x-sdk-version']) assert.ok(allowed.includes(header))
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
    assert.match(preflight.headers.get('x-request-id') ?? '', requestId)
  })

  test(`browsers may read every answer of ${method} ${path}, including refusals`, async () => {
    for (const by of [shop, api.open(''), api.open('sk_33333333-3333-4333-8333-333333333333')]) {
      const answer = await by.call(method, path, method === 'POST' ? '{' : undefined, {
        origin: 'https://shop.example',
      })
      assert.ok(answer.status >= 400)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
  })
}

for (const headers of [{ origin: 'https://shop.example' }, { 'access-control-request-method': 'POST' }]) {
  test(`OPTIONS with ${Object.keys(headers)} alone is not a preflight and is 404`, async () => {
    for (const path of ['/api/v2/checkout', `/api/v2/checkout/${nobody}`]) {
      assertNoRoute(await api.open('').call('OPTIONS', path, undefined, headers))
    }
  })
}

test('no other operation answers a preflight', async () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' }
  for (const path of ['/api/v2/payments', `/api/v2/checkout/${nobody}/hpp_link_qr`, '/health', '/docs']) {
    assertNoRoute(await api.open('').call('OPTIONS', path, undefined, headers))
  }
})

test('no other operation allows other origins', async () => {
  const { id, payment } = (await shop.checkout()).body
  for (const [method, path] of [
    ['GET', '/api/v2/payments'],
    ['GET', `/api/v2/payments/${payment.id}`],
    ['POST', `/api/v2/payments/${payment.id}/close`],
    ['POST', `/api/v2/checkout/${id}/send_hpp_link`],
    ['POST', `/api/v2/checkout/${id}/cancel`],
  ] as const) {
    const answer = await shop.call(method, path, undefined, { origin: 'https://shop.example' })
    assert.equal(answer.headers.get('access-control-allow-origin'), null, path)
  }
})

test('every answer has its own request id, which is in the log', async () => {
  const answers = [
    await shop.checkout(),
    await shop.checkout('0'),
    await api.open('').call('GET', '/api/v2/payments'),
    await shop.call('GET', '/nowhere'),
    await shop.call('GET', '/health'),
    await shop.call('GET', '/openapi.json'),
    await shop.call('GET', '/metrics'),
  ]
  const ids = answers.map((answer) => answer.headers.get('x-request-id') ?? '')
  assert.equal(new Set(ids).size, ids.length)
  const logged = JSON.stringify(api.service.logged)
  for (const id of ids) {
    assert.match(id, requestId)
    assert.ok(logged.includes(id), `${id} is not in the log`)
  }
})

test('health, metrics and reference need no key', async () => {
  const anybody = api.open('')
  assert.equal((await anybody.call('GET', '/health')).body.status, 'ok')
  assert.match((await anybody.call('GET', '/metrics')).text, /^# HELP /m)
  assert.equal((await anybody.call('GET', '/openapi.json')).body.openapi, '3.1.0')
})

test('a body is read as JSON, whatever its content type', async () => {
  const id = await shop.authorizedPayment()
  let count = 0
  const path = `/api/v2/payments/${id}/captures`
  for (const type of [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.x+json',
    'application/json; charset=utf-16',
    'json',
    '/',
    'multipart/form-data',
    ';',
    '"',
  ]) {
    count += 1
    const answer = await shop.call('POST', path, { amount: '1' }, { 'content-type': type })
    assert.deepEqual([type, answer.status, answer.body.captures?.length], [type, 200, count])
  }
  const { hostname, port } = new URL(shop.baseUrl)
  const bare = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${shop.key}\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{"amount":"1"}`
  assert.equal(readRaw(await sendRaw(shop.baseUrl, bare)).status, 200)
})

test('a compressed body cannot be decoded', async () => {
  const answer = await shop.call('PUT', `/api/v2/payments/${nobody}`, '{}', { 'content-encoding': 'gzip' })
  assert.ok(answer.status === 400 || answer.status === 404, answer.text)
})

test('a JSON body may begin with a byte order mark', async () => {
  const id = await shop.createdPayment()
  assert.equal((await shop.call('PUT', `/api/v2/payments/${id}`, '\uFEFF{}')).status, 200)
})

const mebibyte = 1024 * 1024
const padded = (size: number): string => `{"amount":"1","padding":"${'x'.repeat(size - 27)}"}`

for (const [name, path] of [
  ['capture', `/api/v2/payments/${nobody}/captures`],
  ['refund', `/api/v2/payments/${nobody}/refunds`],
  ['update', `/api/v2/payments/${nobody}`],
  ['clock', '/sandbox/clock'],
] as const) {
  const method = name === 'update' ? 'PUT' : 'POST'

  test(`${name}: a body of 1 MiB is read; one more byte is refused with an answer`, async () => {
    const most = await shop.call(method, path, padded(mebibyte))
    assert.ok(name === 'clock' ? most.status === 400 : most.status === 404, most.text)
    const over = await shop.call(method, path, padded(mebibyte + 1))
    assertRefused(over, 400, 'request body is too large')
    const far = await shop.call(method, path, padded(8 * mebibyte))
    assertRefused(far, 400, 'request body is too large')
  })
}

test('a chunked body that is too large is answered, not reset', async () => {
  const { host } = new URL(shop.baseUrl)
  const head = `POST /api/v2/checkout HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${shop.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`
  const answer = readRaw(await sendRaw(shop.baseUrl, `${head}${chunk.repeat(40)}0\r\n\r\n`))
  assert.deepEqual([answer.status, answer.body?.errorType], [400, 'bad_data'])
})

test('a refusal before the body is read reaches a client that sends a large one', async () => {
  for (const [by, path, status] of [
    [api.open(''), '/api/v2/checkout', 401],
    [shop, '/api/v2/payments/x/captures', 400],
    [shop, '/nowhere', 404],
  ] as const) {
    assert.equal((await by.call('POST', path, padded(4 * mebibyte))).status, status)
  }
})

test('a path with a slash at its end or with doubled slashes is answered as without', async () => {
  const { shop } = api
  const id = await shop.authorizedPayment('10.00')
  for (const [method, plain, ...others] of [
    [
      'GET',
      '/api/v2/payments?limit=1',
      '/api/v2/payments/?limit=1',
      '//api//v2/payments?limit=1',
      '/api/v2/payments//?limit=1',
    ],
    [
      'GET',
      `/api/v2/payments/${id}`,
      `/api/v2/payments//${id}`,
      `/api/v2/payments/${id}/`,
      `//api/v2//payments/${id}//`,
    ],
    ['GET', '/api/v1/webhooks', '/api/v1/webhooks/'],
    ['POST', `/api/v2/payments/${id}/refunds`, `/api/v2/payments/${id}/refunds/`],
    ['GET', '/api/v2/payments/x/captures', '/api/v2/payments/x/captures/'],
    ['GET', '/api/v9/', '/api//v9'],
  ] as const) {
    for (const headers of [{}, { authorization: '' }]) {
      const expected = await shop.call(method, plain, undefined, headers)
      for (const path of others) {
        const answer = await shop.call(method, path, undefined, headers)
        assert.deepEqual([answer.status, answer.text], [expected.status, expected.text], path)
      }
    }
  }
  assert.equal((await shop.call('GET', '/api/')).text, '404 page not found')
})
