import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer } from '../../testkit/shop.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
})
after(() => service.close())

const rowsIn = (text: string, path: string): string[] =>
  [...text.matchAll(new RegExp(`href="/support/${path}/([0-9a-f-]{36})" class="row-link"`, 'g'))].map(
    ([, id = '']) => id,
  )

test('empty queue: the page says what would be listed', async () => {
  for (const path of ['', '/disputes', '/defaulted', '/returns', '/return-requests', '/payouts'])
    assert.match((await agent.get(`/support${path}`)).text, /class="empty"/, path)
})

test('defaulted plans are listed while a debt remains', async () => {
  const made = succeed(await shop.checkout('340.00', { buyer: newBuyer() })).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${made.id}/authorize`, { card: '4000000000000341' }))
  succeed(await shop.call('POST', `/api/v2/payments/${made.id}/captures`, { amount: '340.00' }))
  await shop.pass('P130D')
  for (const path of ['/support', '/support/defaulted']) {
    const { text } = await agent.get(path)
    assert.deepEqual(rowsIn(text, 'payments'), [made.id], path)
    assert.match(text, /AED\s255\.00/)
  }
  succeed(await shop.call('POST', `/api/v2/payments/${made.id}/refunds`, { amount: '340.00' }))
  assert.deepEqual(rowsIn((await agent.get('/support/defaulted')).text, 'payments'), [])
})

test("failed returns are listed, and payouts that are blocked from the bank's file", async () => {
  const { query } = service.database
  const id = await shop.capturedPayment()
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '340.00', reference_id: 'r' }))
  await query(
    `update returns set state = 'failed', resolve_at = null, settled_at = created_at where payment_id = '${id}'`,
  )
  assert.ok(rowsIn((await agent.get('/support/returns')).text, 'payments').includes(id))
  assert.ok(rowsIn((await agent.get('/support')).text, 'payments').includes(id))
  const held = (reference: string, isTest: boolean) =>
    query(`insert into payouts (merchant_id, id, store_id, is_test, currency, amount_minor, reference, state, created_at)
      select merchant_id, gen_random_uuid(), id, ${isTest}, 'AED', 12345, '${reference}', 'pending', now() from stores
      where merchant_id = '${shop.merchantId}'`)
  await held('QISTHELD', false)
  await held('QISTTEST', true)
  const payouts = await agent.get('/support/payouts')
  assert.deepEqual(rowsIn(payouts.text, 'merchants'), [shop.merchantId])
  assert.match(payouts.text, /AED\s123\.45/)
  await query(
    `update stores set beneficiary_name = 'Shop', beneficiary_iban = 'AE070331234567890123456' where merchant_id = '${shop.merchantId}'`,
  )
  assert.deepEqual(rowsIn((await agent.get('/support/payouts')).text, 'merchants'), [])
})

test('returns that wait for a confirmation are above the failed ones, and have a paged list', async () => {
  const { query } = service.database
  const payment = await shop.capturedPayment()
  await query(`insert into return_requests (merchant_id, id, payment_id, is_test, currency, amount_minor, seen_minor, reason, state,
      asked_by, asked_name, asked_at)
    select '${shop.merchantId}', gen_random_uuid(), case when n = 1 then '${payment}'::uuid else gen_random_uuid() end, false, 'AED', 100, 34000, 'x',
      'waiting', gen_random_uuid(), 'agent@support.test', '2026-03-01T10:00:00Z'::timestamptz + n * interval '1 ms' from generate_series(1, 60) as n`)
  const first = await agent.get('/support/returns')
  assert.equal(rowsIn(first.text, 'payments').length, 50 + 1)
  assert.doesNotMatch(first.text, /Nothing waits here/)
  assert.match(first.text, /1 Mar 2026, 14:00 \(Dubai\)/)
  assert.match(first.text, /href="\/support\/return-requests"/)
  const listed: string[] = []
  for (let path: string | undefined = '/support/return-requests'; path !== undefined; ) {
    const { text } = await agent.get(path)
    listed.push(...rowsIn(text, 'payments'))
    path = /rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  assert.deepEqual([listed.length, new Set(listed).size, listed[0]], [60, 60, payment])
  const after = '/support/returns?after=1.00000000-0000-4000-8000-000000000000'
  assert.equal(rowsIn((await agent.get(after)).text, 'payments').length, 1)
})

test('a long list is paged and shows nothing twice', async () => {
  const { query } = service.database
  const { id } = await shop.openDispute()
  await query(`insert into disputes select (json_populate_record(dispute, json_build_object('id', gen_random_uuid(),
      'payment_id', gen_random_uuid(), 'created_at', dispute.created_at + n * interval '1 second'))).*
    from disputes as dispute, generate_series(1, 119) as n where dispute.id = '${id}'`)
  const listed: string[] = []
  for (let path: string | undefined = '/support/disputes?waits=merchant'; path !== undefined; ) {
    const { text } = await agent.get(path)
    listed.push(...rowsIn(text, 'disputes'))
    path = /rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  assert.deepEqual([listed.length, new Set(listed).size, listed[0]], [120, 120, id])
})
