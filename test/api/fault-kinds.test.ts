import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import type { Shop } from '../../testkit/shop.ts'
import { uploadAttachment } from '../../testkit/uploads.ts'
import { assertRefused, openTestApi } from '../support/api.ts'
import { addFault, hitsOf } from '../support/faults.ts'
import { readRaw } from '../support/raw.ts'
import { callOverSocket, type SocketAnswer } from '../support/socket-client.ts'

// The effect of rules on calls, as a client sees it on a real socket.
const api = await openTestApi()
after(() => api.close())

const add = (shop: Shop, operation: string, effect: object, when: object = {}): Promise<string> =>
  addFault(shop, { on: { operation }, do: effect, when })

const capture = { amount: '100.00', reference_id: 'part-1' }
const capturesOf = (id: string): string => `/api/v2/payments/${id}/captures`
const capturedOf = async (shop: Shop, id: string): Promise<string[]> =>
  (await shop.call('GET', `/api/v2/payments/${id}`)).body.captures.map((made: { amount: string }) => made.amount)

/** Captures a part of a new payment and loses answer or request. Returns the client's view and the captures. */
async function captureLosing(kind: string, how: string): Promise<{ answer: SocketAnswer; captured: string[] }> {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment('340.00')
  await add(shop, 'capturePayment', { kind, how })
  const untilInjected = async (): Promise<void> => {
    while ((await hitsOf(shop))[0] === 0);
    while (kind === 'lost_answer' && (await capturedOf(shop, id)).length === 0);
  }
  const timeToGo = how === 'hang' ? untilInjected() : undefined
  const answer = await callOverSocket(shop.baseUrl, shop.key, 'POST', capturesOf(id), capture, timeToGo)
  const captured = await capturedOf(shop, id)
  assert.deepEqual(await hitsOf(shop), [1])
  // The same capture again is answered, and moves the money at most once.
  const again = await shop.call('POST', capturesOf(id), capture)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(await capturedOf(shop, id), ['100.00'])
  return { answer, captured }
}

/** Removes the parts that differ between any two calls. */
function withoutChance({ text, ended }: SocketAnswer): SocketAnswer {
  return { ended, text: text.replace(/^(x-request-id|content-length|date): .*$/gim, '$1') }
}

for (const [how, ended] of [
  ['reset', 'ECONNRESET'],
  ['hang', 'quiet'],
  ['cut', 'end'],
] as const) {
  test(`lost with ${how}: a lost answer has moved money, a lost request has not, and the client cannot distinguish them`, async () => {
    const answer = await captureLosing('lost_answer', how)
    const request = await captureLosing('lost_request', how)
    assert.deepEqual([answer.captured, request.captured], [['100.00'], []])
    assert.deepEqual([answer.answer.ended, request.answer.ended], [ended, ended])
    assert.deepEqual(withoutChance(answer.answer), withoutChance(request.answer))
    if (how !== 'cut') return assert.equal(answer.answer.text, '')
    for (const { text } of [answer.answer, request.answer]) {
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
      assert.match(text, /\r\n\r\n\{$/)
      const announced = Number(/content-length: (\d+)/i.exec(text)?.[1])
      assert.ok(announced > 500, text)
      assert.match(text, /x-request-id: [0-9a-f-]{36}/i)
    }
  })
}

test('faults apply to lists', async () => {
  const { test: shop } = await api.newMerchant()
  await add(shop, '*', { kind: 'lost_answer', how: 'cut' }, { times: 2 })
  const list = await callOverSocket(shop.baseUrl, shop.key, 'GET', '/api/v2/payments')
  assert.match(list.text, /^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n\{$/)
  const webhooks = await callOverSocket(shop.baseUrl, shop.key, 'GET', '/api/v1/webhooks')
  assert.match(webhooks.text, /^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n\[$/)
  assert.deepEqual([list.ended, webhooks.ended], ['end', 'end'])
})

test('faults apply to uploads and downloads', async () => {
  const { live: shop } = await api.newMerchant()
  const kept = async () => (await api.service.database.query(`select id from attachments`)).length
  const before = await kept()
  await add(shop, 'uploadAttachment', { kind: 'error', executed: false })
  await add(shop, 'uploadAttachment', { kind: 'error', executed: true })
  await add(shop, 'uploadAttachment', { kind: 'lost_answer' })
  assertRefused(await uploadAttachment(shop), 500, 'Internal Server Error')
  assert.equal(await kept(), before)
  assertRefused(await uploadAttachment(shop), 500, 'Internal Server Error')
  await assert.rejects(uploadAttachment(shop))
  assert.equal(await kept(), before + 2)
  const path = `/api/v1/disputes/attachments/${(await uploadAttachment(shop)).body.id}`
  const cuts = ['lost_answer', 'lost_request'].map((kind) => ({ kind, how: 'cut' }))
  for (const effect of [{ kind: 'error', executed: true }, ...cuts, { kind: 'lost_answer' }])
    await add(shop, 'readAttachment', effect)
  const failed = await shop.call('GET', path)
  assertRefused(failed, 500, 'Internal Server Error')
  for (const name of ['content-disposition', 'cache-control', 'content-security-policy'])
    assert.equal(failed.headers.has(name), false, name)
  const cut = await callOverSocket(shop.baseUrl, shop.key, 'GET', path)
  assert.match(cut.text, /^HTTP\/1\.1 200 OK[\s\S]*content-type: image\/png[\s\S]*\r\n\r\n[^\r\n]$/)
  const cutToo = await callOverSocket(shop.baseUrl, shop.key, 'GET', path)
  assert.deepEqual(withoutChance(cutToo), withoutChance(cut))
  const reset = await callOverSocket(shop.baseUrl, shop.key, 'GET', path)
  assert.deepEqual([cut.ended, reset], ['end', { text: '', ended: 'ECONNRESET' }])
  assert.equal((await shop.call('GET', path)).status, 200)
})

test('earlier calls on the connection are answered before it breaks', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  await add(shop, 'capturePayment', { kind: 'lost_answer', how: 'reset' })
  const { hostname, port } = new URL(shop.baseUrl)
  const socket = connect(Number(port), hostname)
  const head = (method: string, path: string, length: number): string =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.key}\r\nContent-Length: ${length}\r\n\r\n`
  const body = JSON.stringify(capture)
  socket.write(head('GET', `/api/v2/payments/${id}`, 0) + head('POST', capturesOf(id), body.length) + body)
  let text = ''
  socket.on('data', (piece) => {
    text += piece
  })
  const [error] = await once(socket, 'error')
  assert.equal(error.code, 'ECONNRESET')
  assert.equal(readRaw(text).body.status, 'AUTHORIZED')
  assert.deepEqual(await capturedOf(shop, id), ['100.00'])
})

const conflicts = [
  ['capturePayment', 'POST', (id: string) => capturesOf(id), 'could not acquire lock: payment is locked'],
  [
    'refundPayment',
    'POST',
    (id: string) => `/api/v2/payments/${id}/refunds`,
    'could not acquire lock: payment is locked',
  ],
  ['getPayment', 'GET', (id: string) => `/api/v2/payments/${id}`, 'could not acquire lock: payment is locked'],
  ['createWebhook', 'POST', () => '/api/v1/webhooks', 'could not acquire lock'],
] as const

for (const [operation, method, pathOf, error] of conflicts) {
  test(`a conflict of ${operation} has the operation's message and changes nothing`, async () => {
    const { test: shop } = await api.newMerchant()
    const id = await shop.authorizedPayment()
    await add(shop, operation, { kind: 'conflict' })
    const body = { ...capture, url: 'https://shop.example/hook' }
    const before = await api.countRows()
    const answer = await shop.call(method, pathOf(id), method === 'POST' ? body : undefined)
    assert.deepEqual([answer.status, answer.body], [409, { status: 'error', errorType: 'conflict', error }])
    assert.deepEqual(await api.countRows(), before)
  })
}

test('a conflict of disputes says that the dispute is locked', async () => {
  const { live: shop } = await api.newMerchant()
  await add(shop, 'approveDisputes', { kind: 'conflict' })
  const answer = await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [] })
  assertRefused(answer, 409, 'could not acquire lock: dispute is locked')
})

test('a conflict for any operation skips operations without a 409', async () => {
  const { test: shop } = await api.newMerchant()
  await add(shop, '*', { kind: 'conflict' })
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
  assert.equal((await shop.checkout()).status, 409)
})

test('a rate limit has a time to retry', async () => {
  const { test: shop } = await api.newMerchant()
  await add(shop, 'createSession', { kind: 'rate_limit', retry_after: 7 })
  const answer = await shop.checkout()
  assertRefused(answer, 429, 'rate limit exceeded')
  assert.equal(answer.headers.get('retry-after'), '7')
  assert.equal((await shop.checkout()).status, 200)
})

for (const executed of [false, true]) {
  test(`an error ${executed ? 'after' : 'before'} the work is a 500 like any other`, async () => {
    const { test: shop } = await api.newMerchant()
    const id = await shop.authorizedPayment()
    await add(shop, 'capturePayment', { kind: 'error', executed })
    const answer = await shop.call('POST', capturesOf(id), capture)
    const body = { status: 'error', errorType: 'internal', error: 'Internal Server Error' }
    assert.deepEqual([answer.status, answer.body], [500, body])
    const names = ['connection', 'content-length', 'content-type', 'date', 'keep-alive']
    const own = ['x-content-type-options', 'x-request-id']
    assert.deepEqual([...answer.headers.keys()], [...names, ...own])
    assert.deepEqual(await capturedOf(shop, id), executed ? ['100.00'] : [])
  })
}

test("an error has the operation's failure message, and no header of the hidden answer", async () => {
  const { live: shop } = await api.newMerchant()
  const ofStore = { 'x-merchant-code': 'main' }
  await add(shop, 'listDisputeWebhooks', { kind: 'error', executed: true })
  assertRefused(await shop.call('GET', '/api/v1/dispute-webhooks', undefined, ofStore), 500, 'internal')
  await add(shop, 'listSettlements', { kind: 'error', executed: true })
  const csv = await shop.call('GET', '/api/v1/settlements', undefined, { accept: 'text/csv' })
  assert.equal(csv.status, 500)
  assert.match(csv.headers.get('content-type') ?? '', /^application\/json/)
})

test('slow: the call runs at once and is answered late', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  await add(shop, 'capturePayment', { kind: 'slow', ms: 600 })
  const beganAt = performance.now()
  const capturing = shop.call('POST', capturesOf(id), capture)
  while ((await capturedOf(shop, id)).length === 0);
  const doneMs = performance.now() - beganAt
  const answer = await capturing
  assert.equal(answer.status, 200)
  const answeredMs = performance.now() - beganAt
  assert.ok(answeredMs >= 600 && doneMs < answeredMs, `${doneMs} ${answeredMs}`)
})

test('faults apply to sessions of browsers with a public key, and the answers stay readable for them', async () => {
  const { test: shop, keys } = await api.newMerchant()
  const browser = api.open(keys.test.public, { merchantCode: 'main' })
  await add(shop, 'createSession', { kind: 'error', executed: false })
  const answer = await browser.checkout()
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [500, '*'])
  assert.equal((await browser.checkout()).status, 200)
  assert.deepEqual(await hitsOf(shop), [1])
})

test('calls that are refused for key, region, route or path are not injected', async () => {
  const { test: shop, keys } = await api.newMerchant()
  await add(shop, '*', { kind: 'error' }, { times: 100 })
  assert.equal((await api.open(`${keys.test.secret}0`).call('GET', '/api/v2/payments')).status, 401)
  assert.equal((await api.open(keys.test.secret, { region: 'ksa' }).call('GET', '/api/v2/payments')).status, 403)
  assert.equal((await shop.call('GET', '/api/v2/payment')).status, 404)
  assert.equal((await shop.call('GET', '/api/v2/payments/no-id')).status, 400)
  assert.deepEqual(await hitsOf(shop), [0])
})

test('no rule applies to calls under /sandbox, to another merchant, or to the other mode', async () => {
  const [own, other] = [await api.newMerchant(), await api.newMerchant()]
  await add(own.test, '*', { kind: 'lost_answer' }, { times: 100 })
  assert.equal((await own.test.call('GET', '/sandbox/clock')).status, 200)
  assert.equal((await own.test.call('POST', '/sandbox/clock', { advance: 'PT1S' })).status, 200)
  for (const shop of [own.live, other.test, other.live]) {
    const id = await shop.capturedPayment()
    assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).status, 200)
  }
  assert.deepEqual(await hitsOf(own.test), [0])
})
