import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { readRaw } from '../support/raw.ts'

// The client ends its side of the connection before the body is complete, and reads the answer.
let api: TestApi
let shop: Shop
before(async () => {
  api = await openTestApi()
  shop = api.shop
})
after(() => api.close())

/** Sends the bytes and ends this side. Returns all text until the other side ends. */
function sendAndEnd(bytes: string): Promise<string> {
  const { hostname, port } = new URL(shop.baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const pieces: Buffer[] = []
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', reject)
    socket.on('end', () => {
      socket.destroy()
      resolve(Buffer.concat(pieces).toString('utf8'))
    })
    socket.setTimeout(20_000, () => reject(new Error('the connection stays open')))
    socket.end(bytes)
  })
}

type Framing = 'length' | 'chunks' | 'whole chunks without their end' | 'nothing yet'

function headOf(method: string, path: string, framing: Framing, key = shop.key): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: shop.example', `Authorization: Bearer ${key}`]
  const length =
    framing === 'length' || framing === 'nothing yet' ? 'Content-Length: 200' : 'Transfer-Encoding: chunked'
  return `${[...lines, 'Content-Type: application/json', length].join('\r\n')}\r\n\r\n`
}

function bodyOf(framing: Framing, body: string): string {
  if (framing === 'nothing yet') return ''
  if (framing === 'length') return body
  const size = body.length.toString(16)
  return framing === 'chunks' ? `${size}\r\n${body.slice(0, -3)}` : `${size}\r\n${body}\r\n`
}

async function cutOff(method: string, path: string, framing: Framing, body: string, key?: string): Promise<Answer> {
  const text = await sendAndEnd(`${headOf(method, path, framing, key)}${bodyOf(framing, body)}`)
  const answer = readRaw(text)
  assert.equal(text.split('HTTP/1.1 ').length, 2, `one answer: ${text}`)
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  return answer
}

const framings: Framing[] = ['length', 'chunks', 'whole chunks without their end', 'nothing yet']
const whole = JSON.stringify({ amount: '10.00', reference_id: 'r' })

for (const framing of framings) {
  test(`a capture or refund whose body is cut off by the client is EOF (${framing})`, async () => {
    const id = await shop.authorizedPayment('10.00')
    const captured = await shop.capturedPayment('10.00')
    for (const path of [`/api/v2/payments/${id}/captures`, `/api/v2/payments/${captured}/refunds`]) {
      const answer = await cutOff('POST', path, framing, whole)
      assert.deepEqual([answer.status, answer.body], [400, { status: 'error', errorType: 'bad_data', error: 'EOF' }])
    }
    assert.deepEqual((await shop.call('GET', `/api/v2/payments/${id}`)).body.captures, [])
    assert.deepEqual((await shop.call('GET', `/api/v2/payments/${captured}`)).body.refunds, [])
  })

  test(`every other operation answers as for a body that it cannot decode (${framing})`, async () => {
    const id = await shop.authorizedPayment('10.00')
    const live = api.open('sk_11111111-1111-4111-8111-111111111111')
    const errorOf = async (method: string, path: string, key?: string): Promise<unknown> =>
      (await cutOff(method, path, framing, whole, key)).body?.error
    assert.equal(await errorOf('POST', '/api/v2/checkout'), 'could not decode request')
    assert.equal(await errorOf('PUT', `/api/v2/payments/${id}`), 'failed to decode request')
    assert.equal(await errorOf('POST', '/api/v1/webhooks'), 'json decode: EOF')
    assert.equal(await errorOf('POST', '/api/v1/disputes/approve', live.key), 'failed to decode request')
    assert.equal(await errorOf('POST', '/api/v1/disputes/attachments/upload', live.key), 'bad_request')
    // An operation without a body does not run on an incomplete request either.
    assert.equal(await errorOf('POST', `/api/v2/payments/${id}/close`), 'malformed HTTP request')
    assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).body.status, 'AUTHORIZED')
  })
}

test('checks before the body come first, also for a body that is cut off', async () => {
  const id = await shop.authorizedPayment('10.00')
  const path = `/api/v2/payments/${id}/captures`
  assert.equal((await cutOff('POST', path, 'length', whole, 'sk_test_nobody')).status, 401)
  assert.equal((await cutOff('POST', '/nowhere', 'length', whole)).status, 404)
})

test('a request before the incomplete one receives its own answer', async () => {
  const id = await shop.authorizedPayment('10.00')
  const get = `GET /api/v2/payments/${id} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shop.key}\r\n\r\n`
  const text = await sendAndEnd(`${get}${headOf('POST', `/api/v2/payments/${id}/captures`, 'length')}{"amount"`)
  assert.match(text, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 400 [\s\S]*"error":"EOF"\}$/)
})

test('an incomplete header is not HTTP', async () => {
  const answer = readRaw(await sendAndEnd('POST /api/v2/checkout HTTP/1.1\r\nHost: a'))
  assert.deepEqual([answer.status, answer.body.error], [400, 'malformed HTTP request'])
})
