import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Checkout } from '../../sdk/src/browser.ts'
import { operations, sandboxOperations } from '../../sdk/src/generated/operations.ts'
import { Qist, type QistError } from '../../sdk/src/index.ts'
import { createMerchant, Sandbox } from '../../sdk/src/sandbox.ts'
import { checkoutBody } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let url: string
let merchant: Awaited<ReturnType<typeof createMerchant>>
let qist: Qist
let sandbox: Sandbox
before(async () => {
  service = await startTestService()
  url = service.urls.uae
  const stores = [{ merchant_code: 'main', country: 'AE' as const }]
  merchant = await createMerchant({ url }, { name: 'Shop', region: 'uae', stores })
  qist = new Qist({ url, secretKey: merchant.keys.test.secret })
  sandbox = new Sandbox({ url, secretKey: merchant.keys.test.secret })
})
after(() => service.close())

type Session = Parameters<Qist['createSession']>[0]
const order = (amount = '340.00') => checkoutBody('main', 'AED', amount) as Session

async function authorized(amount?: string): Promise<string> {
  const { payment } = await qist.createSession(order(amount))
  await sandbox.customer.authorize(payment.id)
  return payment.id
}

test('every operation has a method', async () => {
  const client = qist as unknown as Record<string, unknown>
  for (const name of Object.keys(operations)) assert.equal(typeof client[name], 'function', name)
  // Merchants are made before a key exists.
  const called = ['createMerchant']
  const recording = new Sandbox({
    ...{ url, secretKey: merchant.keys.test.secret, fetch: async () => Response.json({}) },
    onAttempt: ({ operation }) => called.push(operation),
  })
  type AnyMethod = (...given: unknown[]) => Promise<unknown>
  const methods = Object.values(recording).flatMap((group) => Object.values(group) as AnyMethod[])
  await Promise.all(methods.map((method) => method('an-id', {})))
  assert.deepEqual(called.toSorted(), Object.keys(sandboxOperations).toSorted())
})

test('an order is paid, captured in parts, refunded, and read', async () => {
  const id = await authorized()
  await qist.capturePayment(id, { amount: '100.00', reference_id: 'part-1' })
  const again = await qist.capturePayment(id, { amount: '100.00', reference_id: 'part-1' })
  assert.equal(again.captures.length, 1)
  const closed = await qist.closePayment(id)
  assert.equal(closed.status, 'CLOSED')
  const refunded = await qist.refundPayment(id, { amount: '40.00', reference_id: 'back-1', reason: 'one came back' })
  assert.deepEqual(
    refunded.refunds.map(({ amount }) => amount),
    ['40.00'],
  )
  assert.equal((await qist.updatePayment(id, { order: { reference_id: '1001-B' } })).order.reference_id, '1001-B')
})

test('a capture with a lost answer is retried with its reference and moves money once', async () => {
  const id = await authorized()
  await sandbox.faults.add({ on: { operation: 'capturePayment' }, do: { kind: 'lost_answer' } })
  const { captures } = await qist.capturePayment(id, { amount: '100.00', reference_id: 'lost' })
  assert.equal(captures.length, 1)
  const { faults } = await sandbox.faults.list()
  assert.deepEqual(
    faults.map(({ hits }) => hits),
    [1],
  )
  await sandbox.faults.removeAll()
})

test("the journal's wait ends with an event", async () => {
  const { cursor } = await sandbox.journal.list()
  const next = sandbox.journal.list({ since: cursor, wait: 'PT30S' })
  const id = await authorized()
  assert.ok((await next).entries.some((entry) => entry.payment_id === id))
})

test('a refusal has its type, field and request', async () => {
  const id = await authorized()
  await assert.rejects(qist.capturePayment(id, { amount: '400.00', reference_id: 'much' }), (error: QistError) => {
    assert.equal(error.errorType, 'bad_data')
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/)
    return true
  })
  await assert.rejects(qist.createSession({ ...order(), lang: 'de' } as unknown as Session), (error: QistError) => {
    assert.equal(error.errors[0]?.field, '$.lang')
    return true
  })
  const stranger = new Qist({ url, secretKey: 'sk_test_00000000-0000-4000-8000-000000000000' })
  await assert.rejects(stranger.getPayment(id), { errorType: 'not_authorized', status: 401, attempts: 1 })
})

test('all payments are read, although more are added meanwhile', async () => {
  const made = new Set<string>()
  for (let count = 0; count < 5; count += 1) made.add(await authorized('120.00'))
  const ids: string[] = []
  for await (const payment of qist.listPayments({ limit: '2' })) {
    ids.push(payment.id)
    if (ids.length === 3) await authorized('120.00')
  }
  assert.equal(new Set(ids).size, ids.length)
  for (const id of made) assert.ok(ids.includes(id))
  const page = await qist.listPayments({ limit: '2' }).page()
  assert.ok(page.pagination.total_count > ids.length)
})

test("a store's webhooks are registered, read, replaced and removed", async () => {
  const store = new Qist({ url, secretKey: merchant.keys.test.secret, merchantCode: 'main' })
  const made = await store.createWebhook({
    url: 'https://shop.test/hook',
    header: { title: 'X-Hook', value: 'secret' },
  })
  assert.equal((await store.getWebhook(made.id)).url, 'https://shop.test/hook')
  await store.updateWebhook(made.id, { url: 'https://shop.test/other' })
  assert.deepEqual(
    (await store.listWebhooks()).map((webhook) => webhook.url),
    ['https://shop.test/other'],
  )
  await store.deleteWebhook(made.id)
  assert.deepEqual(await store.listWebhooks(), [])
})

test('a live dispute is answered with a file', async () => {
  const keys = { url, secretKey: merchant.keys.live.secret }
  const [live, played] = [new Qist(keys), new Sandbox(keys)]
  const { payment } = await live.createSession(order())
  await played.customer.authorize(payment.id)
  await live.capturePayment(payment.id, { amount: '340.00', reference_id: 'all' })
  const { dispute } = await played.disputes.open({ payment_id: payment.id, reason: 'not_delivered' })
  const file = new File([smallPng], 'door.png', { type: 'image/png' })
  const attachment = await live.uploadAttachment(file)
  await live.challengeDisputes({
    ...{ dispute_id: dispute.id, reason: 'merchant_reason_order_has_been_already_delivered' },
    attachment_ids: [attachment.id],
  })
  const kept = await live.readAttachment(attachment.id)
  assert.deepEqual(Buffer.from(await kept.arrayBuffer()), smallPng)
  const ids: string[] = []
  for await (const one of live.listDisputes()) ids.push(one.id)
  assert.deepEqual(ids, [dispute.id])
  assert.equal((await live.getDispute(dispute.id)).dispute.history.length, 2)
  await played.disputes.decline(dispute.id)
  assert.equal((await live.getDispute(dispute.id)).dispute.status, 'declined')
})

test('the clock is advanced, and settlements are read as pages and as a file', async () => {
  const fresh = await createMerchant(
    { url },
    { name: 'Shop', region: 'uae', stores: [{ merchant_code: 'main', country: 'AE' }] },
  )
  const keys = { url, secretKey: fresh.keys.live.secret, merchantCode: 'main' }
  const [live, played] = [new Qist(keys), new Sandbox(keys)]
  const { payment } = await live.createSession(order())
  await played.customer.authorize(payment.id)
  await live.capturePayment(payment.id, { amount: '340.00', reference_id: 'all' })
  await played.clock.advance({ advance: 'P2D' })
  const settlements: string[] = []
  for await (const { id } of live.listSettlements()) settlements.push(id)
  assert.equal(settlements.length, 1)
  assert.match(await live.getSettlementLines(settlements[0] ?? ''), /340\.00/)
})

test('a page opens and reads a session with its public key, and can do nothing more', async () => {
  const checkout = new Checkout({ url, publicKey: merchant.keys.test.public })
  const session = await checkout.createSession(order() as Parameters<Checkout['createSession']>[0])
  assert.equal((await checkout.getSession(session.id)).id, session.id)
  const picture = await qist.drawQrCode(session.id)
  assert.equal(picture.type, 'image/png')
})
