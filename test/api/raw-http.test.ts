import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'
import { readRaw, sendRaw } from '../support/raw.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('a complete request is answered, even if invalid bytes follow', async () => {
  const id = await shop.authorizedPayment('10.00')
  const capture = (length?: number): string => {
    const body = JSON.stringify({ amount: '10.00', reference_id: 'whole' })
    const lines = [
      `POST /api/v2/payments/${id}/captures HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${shop.key}`,
    ]
    return `${lines.join('\r\n')}\r\nContent-Length: ${length ?? body.length}\r\n\r\n${body}`
  }
  const short = String(await sendRaw(shop.baseUrl, capture(10)))
  assert.match(short, /^HTTP\/1\.1 400 [^{]*\{[^}]*"error":"EOF"\}/)
  const captured = String(await sendRaw(shop.baseUrl, `${capture()}garbage\r\n\r\n`))
  assert.match(captured, /^HTTP\/1\.1 200 [^{]*\{.*"status":"CLOSED"/)
})

const raw = (lines: string[], body = ''): string => `${lines.join('\r\n')}\r\n\r\n${body}`
const host = 'Host: shop.example'
const malformed: Record<string, string> = {
  'no HTTP': 'hello there\r\n\r\n',
  'bytes of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'HTTP/2 without asking': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a wrong version': raw(['GET /health HTTP/9.9', host]),
  'no host': raw(['GET /health HTTP/1.1', 'Accept: */*']),
  'a space in a header name': raw(['GET /health HTTP/1.1', host, 'X Y: z']),
  'a bare line feed in a header': raw(['GET /health HTTP/1.1', host, 'X: a\nb']),
  'NUL in a header': raw(['GET /health HTTP/1.1', host, 'X: a\0b']),
  'two content lengths': raw(['POST /api/v2/checkout HTTP/1.1', host, 'Content-Length: 2', 'Content-Length: 3'], '{}x'),
  'length and chunks': raw(
    ['POST /api/v2/checkout HTTP/1.1', host, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    '0\r\n\r\n',
  ),
  'a negative length': raw(['POST /api/v2/checkout HTTP/1.1', host, 'Content-Length: -1'], '{}'),
  'no number as length': raw(['POST /api/v2/checkout HTTP/1.1', host, 'Content-Length: two'], '{}'),
  'headers of 64 KiB': raw(['GET /health HTTP/1.1', host, `X: ${'x'.repeat(65_536)}`]),
  'a path of 64 KiB': raw([`GET /${'x'.repeat(65_536)} HTTP/1.1`, host]),
}
for (const [name, bytes] of Object.entries(malformed)) {
  test(`malformed HTTP (${name}) is answered with the API's error body`, async () => {
    const answer: Answer = readRaw(await sendRaw(shop.baseUrl, Buffer.from(bytes, 'latin1'), 1_500))
    assert.deepEqual([answer.status, answer.body?.status, answer.body?.errorType], [400, 'error', 'bad_data'])
    assert.match(answer.headers.get('x-request-id') ?? '', requestId)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })
}

for (const [name, bytes] of Object.entries({
  'an unknown method': raw(['BREW /api/v2/payments HTTP/1.1', host, 'Connection: close']),
  'a rare method': raw(['PROPFIND /api/v2/payments HTTP/1.1', host, 'Connection: close']),
  TRACE: raw(['TRACE /api/v2/payments HTTP/1.1', host, 'Connection: close']),
  CONNECT: raw(['CONNECT shop.example:443 HTTP/1.1', host]),
  'broken escapes': raw(['GET /api/v2/pay%zzments HTTP/1.1', host, 'Connection: close']),
  'dots in the path': raw(['GET /api/v2/../../etc/passwd HTTP/1.1', host, 'Connection: close']),
})) {
  test(`${name} is 404`, async () => {
    const answer = readRaw(await sendRaw(shop.baseUrl, bytes, 1_500))
    assert.deepEqual([answer.status, answer.text], [404, '404 page not found'])
    assert.match(answer.headers.get('x-request-id') ?? '', requestId)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })
}

test('an Expect header other than 100-continue is ignored', async () => {
  const bytes = raw(['GET /health HTTP/1.1', host, 'Expect: miracles', 'Connection: close'])
  const answer = readRaw(await sendRaw(shop.baseUrl, bytes, 1_500))
  assert.deepEqual([answer.status, answer.body.status], [200, 'ok'])
})

test('pipelined requests are answered in order', async () => {
  const one = (path: string): string => raw([`GET ${path} HTTP/1.1`, host])
  const text = await sendRaw(shop.baseUrl, one('/health') + one('/nowhere') + one('/health'), 700)
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map((found) => found[1]),
    ['200', '404', '200'],
  )
})

test('after all of this no failure was logged', async () => {
  assert.equal((await shop.call('GET', '/health')).status, 200)
  assert.deepEqual(
    api.service.logged.filter((line) => line['level'] === 'error' || line['level'] === 'fatal'),
    [],
  )
})
