import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { FaultedCalls } from '../../proof/faulted-calls.ts'
import { type Answer, openClient } from '../../testkit/client.ts'
import { listen } from '../../testkit/listen.ts'

const capture = { kind: 'fault', operation: 'capturePayment', request_id: 'struck' }
const entries = [{ kind: 'request', operation: 'capturePayment', request_id: 'plain' }, capture]

// Live mode has all entries in two pages; test mode has none.
const server = createServer(({ url, headers }, response) => {
  const from = Number(new URL(url ?? '', 'http://journal.test').searchParams.get('since') ?? 0)
  const page = headers.authorization === 'Bearer sk_live' ? entries.slice(from, from + 1) : []
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ entries: page, cursor: String(from + 1) }))
})
const port = await listen(server)
const client = openClient(`http://127.0.0.1:${port}`, '')
after(async () => {
  await client.close()
  server.close()
})

const merchant = {
  id: 'merchant',
  keys: { live: { secret: 'sk_live', public: '' }, test: { secret: 'sk_test', public: '' } },
}

function answered(headers: Record<string, string>): Answer {
  return { status: 500, headers: new Headers(headers), text: '', body: undefined }
}

test('an answer is faulted only if the journal names a fault for its own request', async () => {
  const faulted = new FaultedCalls(client)
  const has = (headers: Record<string, string>) => faulted.has(merchant, 'capturePayment', answered(headers))
  assert.equal(await has({ 'x-request-id': 'plain' }), false)
  assert.equal(await has({}), false)
  assert.equal(await has({ 'x-request-id': 'struck' }), true)
})

test('a call without an answer is faulted if one of its operation was, and only once', async () => {
  const faulted = new FaultedCalls(client)
  assert.equal(await faulted.has(merchant, 'capturePayment', undefined), true)
  assert.equal(await faulted.has(merchant, 'capturePayment', undefined), false)
  assert.equal(await new FaultedCalls(client).has(merchant, 'refundPayment', undefined), false)
})
