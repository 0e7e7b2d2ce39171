import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute } from '../../src/platform/base/times.ts'
import { listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, signInAt, tokenIn } from '../../testkit/back-office-visitor.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { assertHidden, assertShown, buyIn } from './buyer.ts'

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
let base: string
let payment: string
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  payment = await buyIn(shop, 'B-12')
  await shop.openDispute({ payment_id: payment })
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  base = `/support/merchants/${shop.merchantId}/dashboard`
})
after(() => service.close())

async function startViewing(reason = 'Ticket 9') {
  await agent.get(`/support/merchants/${shop.merchantId}`)
  return agent.send(`/support/merchants/${shop.merchantId}/look`, { reason })
}

test('impersonation view: needs a reason, is logged, and opens no session at the dashboard', async () => {
  assert.equal((await agent.get(`${base}/live`)).status, 403)
  assert.match((await startViewing(' ')).location, /reason=missing/)
  assert.equal((await agent.get(`${base}/live`)).status, 403)
  assert.deepEqual([(await startViewing()).location, (await agent.get(base)).location], [base, `${base}/test`])
  const page = await agent.get(`${base}/live/payments/${payment}`)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /B-12/)
  assert.match(page.text, /You can change nothing/)
  const [row] = await service.database.query(
    `select email, merchant_id, details from activities where what = 'see_as_merchant'`,
  )
  assert.deepEqual(
    [row?.['merchant_id'], (row?.['details'] as { reason: string } | undefined)?.reason],
    [shop.merchantId, 'Ticket 9'],
  )
  const [sessions] = await service.database.query('select count(*)::int as count from person_sessions')
  assert.equal(sessions?.['count'], 0)
  assert.equal(agent.cookies.has('qist_dashboard'), false)
})

test('impersonation view: sends nothing to the merchant', async () => {
  await startViewing()
  const forms = (await listBackOfficeRoutes(service.app, 'dashboard')).filter(({ method }) => method === 'POST')
  const form_token = tokenIn((await agent.get('/support')).text) ?? ''
  for (const { path } of forms) {
    const to = path.replace('/dashboard', base).replace(/:\w+/g, payment)
    const answer = await agent.send(to, { form_token, amount: '1.00', confirmed: 'yes', amount_seen: '340.00' })
    assert.equal(answer.status, 403, to)
  }
})

test('impersonation view: an agent with an open case sees the buyer on that payment only', async () => {
  await startViewing()
  await agent.send(`/support/payments/${payment}/open`, { reason: 'Ticket 9' })
  const shown = await agent.get(`${base}/live/payments/${payment}`)
  assertShown(shown.text)
  assert.match(shown.text, /B-12/)
  assertHidden((await agent.get(`${base}/live/payments`)).text, 'list')
})

test('impersonation view: shows no other merchant or its payments, and does not work for another agent', async () => {
  await startViewing()
  const other = await openDisputeShop(service)
  const theirs = await other.capturedPayment()
  assert.equal((await agent.get(`/support/merchants/${other.merchantId}/dashboard/live`)).status, 403)
  assert.equal((await agent.get(`${base}/live/payments/${theirs}`)).status, 404)
  assert.equal((await agent.get(`${base}/test/payments/${payment}`)).status, 404)
  const colleague = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  assert.equal((await colleague.get(`${base}/live`)).status, 403)
})

test('impersonation view: ends after an hour', async () => {
  await startViewing()
  for (let passed = 0; passed < hour - minute; passed += 20 * minute) {
    assert.equal((await agent.get(`${base}/live`)).status, 200)
    service.clock.advance(Math.min(20 * minute, hour - minute - passed))
  }
  assert.equal((await agent.get(`${base}/live`)).status, 200)
  service.clock.advance(minute)
  assert.equal((await agent.get(`${base}/live`)).status, 403)
  assert.equal((await agent.get('/support')).status, 200)
})
