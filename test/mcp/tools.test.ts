import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkoutBody } from '../../testkit/shop.ts'
import { openAgent } from '../support/agent.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi({ workers: true })
})
after(() => api.close())

const open = ({ test: { baseUrl, key } }: NewMerchant, env: Record<string, string> = {}) =>
  openAgent({ QIST_URL: baseUrl, QIST_SECRET_KEY: key, ...env })

test('the sandbox is described, and a key of the environment only by its end', async () => {
  const merchant = await api.newMerchant()
  const agent = await open(merchant)
  const { url, secret_key: key, merchant: own, clock } = await agent.call('sandbox')
  assert.deepEqual([url, key], [merchant.test.baseUrl, `sk_test_…${merchant.test.key.slice(-4)}`])
  assert.deepEqual([own.is_test, own.stores[0].merchant_code], [true, 'main'])
  assert.equal(clock.offset_seconds, 0)
})

test("an order of the shop is paid by its customer, and the journal tells the payment's story", async () => {
  const merchant = await api.newMerchant()
  const agent = await open(merchant)
  const { body: session } = await merchant.test.call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '340.00'))
  const id: string = session.payment.id
  assert.equal((await agent.call('act_as_customer', { payment_id: id, action: 'authorize' })).status, 'AUTHORIZED')
  const first = await agent.call('list_journal', { payment_id: id, limit: 1 })
  assert.deepEqual([first.entries[0].operation, first.entries.length, first.has_more], ['createSession', 1, true])
  const rest = await agent.call('list_journal', { payment_id: id, since: first.cursor })
  const operations = rest.entries.map(({ operation }: { operation: string }) => operation)
  assert.deepEqual([operations.sort(), rest.has_more], [['authorize', 'authorizePayment', 'create'], false])
  const story = await agent.read('explain_payment', { payment_id: id })
  assert.match(story, /^\S+Z request: Asked to create a checkout session; answered 200\. \(request_id \S+\)\n/)
  assert.match(story, /change: The payment was authorized by the customer: 340\.00 AED/)
  // Reading it is no call of the shop.
  assert.doesNotMatch(story, /getPayment/)
  const entry = await agent.read('read_journal_entry', { request_id: first.entries[0].request_id })
  assert.equal(JSON.parse(entry).entries[0].answer.body.id, session.id)
  assert.doesNotMatch(entry, new RegExp(merchant.test.key))
  assert.match(await agent.read('explain_payment', { payment_id: crypto.randomUUID() }), /^The journal has nothing/)
})

test('trigger plays an order to a state, and a dispute with the live key', async () => {
  const merchant = await api.newMerchant()
  const agent = await open(merchant, { QIST_LIVE_SECRET_KEY: merchant.live.key })
  const played = await agent.call('trigger', { state: 'captured' })
  const { body: payment } = await merchant.test.call('GET', `/api/v2/payments/${played.payment_id}`)
  assert.deepEqual([payment.status, payment.order.reference_id], ['CLOSED', played.order_number])
  const { payment_id: id } = await agent.call('trigger', { state: 'disputed' })
  assert.equal((await merchant.live.call('GET', '/api/v1/disputes')).body.disputes[0].payment_id, id)
  const without = await open(merchant)
  assert.match(await without.fail('trigger', { state: 'disputed' }), /^disputes have no test mode: /)
})

test('faults are planted, listed with every kind, and removed', async () => {
  const merchant = await api.newMerchant()
  const agent = await open(merchant)
  const { kinds } = await agent.call('list_faults')
  const names = kinds.map(({ do: example }: { do: string }) => JSON.parse(example).kind)
  assert.deepEqual(names.slice(0, 3), ['lost_answer', 'lost_request', 'conflict'])
  assert.equal(new Set(names).size, 12)
  const rule = { on: { operation: 'listPayments' }, do: { kind: 'rate_limit', retry_after: 3 } }
  const { fault } = await agent.call('plant_fault', rule)
  assert.equal((await merchant.test.call('GET', '/api/v2/payments')).status, 429)
  assert.equal((await agent.call('list_faults')).planted[0].hits, 1)
  assert.match(await agent.fail('plant_fault', { ...rule, on: { operation: 'x' } }), / 400: \$\.on\.operation must be/)
  await agent.call('clear_faults', { id: fault.id })
  assert.match(await agent.fail('clear_faults', { id: fault.id }), /404: no such fault$/)
  for (let count = 0; count < 100; count += 1) await merchant.test.call('POST', '/sandbox/faults', rule)
  const many = await agent.call('list_faults')
  assert.equal(many.planted_count, 100)
  assert.ok(many.planted.length < 100)
  await agent.call('clear_faults')
  assert.equal((await agent.call('list_faults')).planted_count, 0)
})

test('the clock is read, advanced and set, and never goes back', async () => {
  const merchant = await api.newMerchant()
  const agent = await open(merchant)
  const { now } = await agent.call('read_clock')
  assert.equal((await agent.call('advance_clock', { by: 'P1D' })).offset_seconds, 86_400)
  const to = `${Number(now.slice(0, 4)) + 1}-01-15T09:00:00Z`
  assert.equal((await agent.call('set_clock', { to })).now, to)
  assert.match(await agent.fail('set_clock', { to: '2020-01-01T00:00:00Z' }), /^the clock never goes back: it is /)
  assert.match(await agent.fail('set_clock', { to: 'soon' }), /wrong input: to must be an ISO 8601 datetime$/)
  assert.match(await agent.fail('advance_clock', { by: 'soon' }), / answers 400: /)
  await agent.call('reset_sandbox')
  assert.equal((await agent.call('read_clock')).offset_seconds, 0)
})

test('waiting notifications are sent at once', async () => {
  const agent = await open(await api.newMerchant())
  assert.deepEqual(await agent.call('deliver_notifications'), { attempted: 0 })
})

test('a run of the certificate is started, read, skipped and ended', async () => {
  const agent = await open(await api.newMerchant())
  const { id, waits_for: waits } = await agent.call('start_certificate', { scenarios: ['plain', 'conflict'], seed: 3 })
  assert.deepEqual([waits.scenario, waits.merchant_code, waits.orders], ['plain', 'main', 1])
  assert.match(await agent.fail('start_certificate'), /409: a certificate is being run/)
  await agent.call('skip_scenario', { id, scenario: 'plain' })
  assert.equal((await agent.call('read_certificate', { id, played: 'plain' })).waits_for.scenario, 'conflict')
  await agent.call('end_certificate', { id })
  const { status, seed, results, findings, next_finding: next } = await agent.call('read_certificate', { id })
  assert.deepEqual([status, seed, findings, next], ['finished', 3, [], null])
  const m1 = {
    check: 'M1',
    core: true,
    result: 'not_exercised',
    missing: 'the shop opened no session',
    reason: 'needs a capture or refund; here the shop opened no session',
  }
  assert.deepEqual(results[0], m1)
})

test('docs are searched and read by page and section, and operations with their schemas', async () => {
  const agent = await open(await api.newMerchant())
  const { guides, contract } = await agent.call('search_docs', { query: 'duplicate notification', limit: 3 })
  assert.deepEqual([guides.length, contract.length], [3, 3])
  for (const { page, section } of [...guides, ...contract]) await agent.read('read_docs', { page, section })
  assert.match(await agent.read('read_docs'), /^quick-start: Quick start\. /m)
  assert.match(
    await agent.read('read_docs', { page: 'get-your-certificate', section: 'm1' }),
    /^## M1: .*\n\nGive every/,
  )
  assert.match(await agent.fail('read_docs', { page: '../../package' }), /^no such page: /)
  assert.match(await agent.fail('read_docs', { page: 'capture', section: 'x' }), /^capture has no section x; its/)
  const operation = JSON.parse(await agent.read('read_operation', { operation: 'getClock' }))
  assert.deepEqual([operation.path, Object.keys(operation.schemas).includes('Clock')], ['/sandbox/clock', true])
  assert.match(
    await agent.fail('read_operation', { operation: 'x' }),
    /^no such operation: x; there are createSession, /,
  )
  const { known } = await agent.call('explain_error', { error: 'error 409: could not acquire lock: payment is locked' })
  assert.equal(known[0].what_to_do, 'repeat with the same reference_id after a short pause')
  assert.deepEqual((await agent.call('explain_error', { error: 'teapot' })).known, [])
})

test('the guides are resources', async () => {
  const { client } = await open(await api.newMerchant())
  const { resources } = await client.listResources()
  assert.ok(resources.some(({ uri, name }) => uri === 'qist://contract/payments' && name === 'contract/payments'))
  for (const { uri } of resources) {
    const [content] = (await client.readResource({ uri })).contents
    assert.ok(content !== undefined && 'text' in content && content.text.startsWith('# '), uri)
  }
  await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /no such resource/)
})
