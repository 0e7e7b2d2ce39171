import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newOrderedId } from '../../src/platform/base/ids.ts'
import { writeJournal } from '../../src/rehearsal/journal/write-journal.ts'
import { succeed } from '../../testkit/client.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import type { Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi } from '../support/api.ts'
import { readJournal } from '../support/journal.ts'

const api = await openTestApi({ env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
after(() => api.close())

const requestIdOf = (answer: { headers: Headers }): string => answer.headers.get('x-request-id') ?? ''

async function readBodies(shop: Shop, requestId: string) {
  return succeed(await shop.call('GET', `/sandbox/journal/${requestId}`)).body.entries
}

/** All rows of this merchant's journal. */
async function keptOf(merchantId: string): Promise<string> {
  return JSON.stringify(
    await api.service.database.query(`select * from journal_entries where merchant_id = '${merchantId}'`),
  )
}

test('an entry has the request, its answer and its changes', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  const body = { amount: '40.00', reference_id: 'a' }
  const captured = await shop.call('POST', `/api/v2/payments/${id}/captures`, body, { 'user-agent': 'shop/1' })
  const [request, change, ...more] = await readBodies(shop, requestIdOf(captured))
  assert.deepEqual(more, [])
  assert.deepEqual([request.kind, request.request.body, request.request.is_cut], ['request', body, false])
  assert.deepEqual(request.request.headers, {
    'content-type': 'application/json',
    'user-agent': 'shop/1',
    authorization: 'Bearer sk_test_[removed]',
  })
  assert.deepEqual([request.answer.body, request.answer.is_cut], [captured.body, false])
  assert.deepEqual([change.kind, change.operation, change.request, change.answer], ['change', 'capture', null, null])
})

test('no secret is stored from requests, answers, refusals or paths', async () => {
  const { id: merchantId, test: shop, live } = await api.newMerchant()
  const secrets = ['s3cret-header-value', 'inner-secret', 'whsec_c2lnbmluZyBzZWNyZXQgb2YgYSBzaG9w', '555555555555444']
  const header = { title: 'X-Shop-Auth', value: secrets[0] }
  const registered = await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook', header })
  assert.equal(registered.body.header?.value, secrets[0], registered.text)
  await shop.call('PUT', `/api/v1/webhooks/${registered.body.id}`, { url: 'http://shop.test/hook', header })
  await shop.call('GET', '/api/v1/webhooks')
  await live.call('POST', '/api/v1/disputes/webhooks', { url: 'http://shop.test/hook', header })
  await shop.call('POST', '/api/v1/webhooks', { header: { title: 'A', value: { deep: secrets[1] } } })
  await shop.call('POST', '/api/v2/checkout', { password: secrets[1], api_key: secrets[1], token: secrets[1] })
  await shop.call('GET', `/api/v2/payments?key=${shop.key}&more=${secrets[2]}`)
  const id = await shop.createdPayment()
  await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '5555 5555 5555 4444' })
  await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '5555555555554444' })
  await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '5555555555554445' })
  const kept = await keptOf(merchantId)
  for (const secret of [...secrets, '5555 5555 5555 4444', shop.key, shop.key.slice(8)])
    assert.ok(!kept.includes(secret), secret)
  const [{ request, answer }] = await readBodies(shop, requestIdOf(registered))
  assert.deepEqual(request.body, { url: 'http://shop.test/hook', header: { title: 'X-Shop-Auth', value: '[removed]' } })
  assert.deepEqual(answer.body, { ...registered.body, header: { title: 'X-Shop-Auth', value: '[removed]' } })
})

test('ids, amounts, phone numbers and error codes are not masked', async () => {
  const { test: shop } = await api.newMerchant()
  const refused = await shop.checkout('1.00', { currency: 'USD' })
  const [{ request, answer }] = await readBodies(shop, requestIdOf(refused))
  assert.deepEqual(answer.body, refused.body)
  assert.equal(request.body.payment.buyer.phone, '+971500000001')
  const created = await shop.checkout()
  const [entry] = await readBodies(shop, requestIdOf(created))
  assert.deepEqual(entry.answer.body, created.body)
})

test('of a long body 64 KiB are stored, with a mark that it was cut', async () => {
  const { test: shop } = await api.newMerchant()
  const description = 'ل'.repeat(100_000)
  const refused = await shop.checkout('1.00', { description })
  const [{ request }] = await readBodies(shop, requestIdOf(refused))
  assert.equal(request.is_cut, true)
  assert.match(request.body, /^\{"payment":\{"amount":"1\.00"/)
  assert.ok(Buffer.byteLength(request.body) <= 65_536 && Buffer.byteLength(request.body) > 65_530)
  assert.ok(!request.body.includes('\uFFFD'))
})

test('texts that the database cannot store are stored with replacements', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  const { cursor } = await readJournal(shop)
  for (const reference of ['nul \u0000', 'half \ud800', 'x'.repeat(100_000)])
    await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '1.00', reference_id: reference })
  const { entries } = await readJournal(shop, { since: cursor })
  assert.deepEqual(
    entries.map(({ reference_id }) => reference_id?.slice(0, 8)),
    ['nul \uFFFD', 'half \uFFFD', 'xxxxxxxx'],
  )
})

test('a call whose client leaves before the answer is logged without one, at once', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  const { cursor } = await readJournal(shop)
  const held = await holdRows(api.service.database.connection, 'lock table payments in access exclusive mode')
  const client = new AbortController()
  const calling = fetch(`${shop.baseUrl}/api/v2/payments/${id}/close`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}` },
    signal: client.signal,
  })
  await retry('the call waits', async () => (await held.waiting()).length > 0)
  client.abort()
  await assert.rejects(calling, { name: 'AbortError' })
  const [entry] = await retry('the entry', async () => {
    const { entries } = await readJournal(shop, { since: cursor })
    return entries.length > 0 && entries
  })
  await held.release()
  assert.deepEqual(
    [entry?.operation, entry?.status, entry?.summary],
    ['closePayment', null, 'Asked to close a payment; the connection ended before an answer was sent.'],
  )
})

test('a key that was sent as a reference is masked', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  const captured = await shop.call('POST', `/api/v2/payments/${id}/captures`, {
    amount: '1.00',
    reference_id: shop.key,
  })
  assert.equal(captured.status, 200)
  const { text } = await shop.call('GET', `/sandbox/journal/${requestIdOf(captured)}`)
  assert.ok(!text.includes(shop.key))
})

test('concurrent entries keep their own messages, in any script', async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const bodies = ['', 'a', 'هلا', '😀'.repeat(300), '"\\\u0000\0', `half \ud83d of one`, null, 'x'.repeat(70_000)]
  const entries = bodies.map((body, index) => ({
    ...{ merchantId, isTest: true, kind: 'request' as const, at: api.service.clock.now(), operation: 'getPayment' },
    ...{ method: 'GET', path: '/', status: 200, requestId: newOrderedId(), referenceId: null, paymentId: null },
    ...{ faultId: null, durationMs: 1, summary: `${index}` },
    request: index % 3 === 0 ? null : { headers: { host: `${index}` }, body: null },
    answer: index % 2 === 0 ? { headers: {}, body } : null,
  }))
  await Promise.all(entries.map((entry) => writeJournal(api.service.app, entry)))
  for (const { requestId, request, answer } of entries) {
    const [kept] = await readBodies(shop, requestId)
    assert.deepEqual([kept.request?.headers ?? null, kept.answer === null], [request?.headers ?? null, answer === null])
    if (answer !== null) assert.equal(kept.answer.body, answer.body?.slice(0, 65_536) ?? null)
  }
})
