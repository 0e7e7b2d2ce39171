import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer, openShop, type Shop } from '../../testkit/shop.ts'
import { ask, openForm, pageOf } from '../dashboard/money-forms.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
// Disputes have no test mode, and the forms of `money-forms.ts` no live one.
let liveShop: DisputeShop
let shop: Shop
let admin: BackOfficeVisitor
let agent: BackOfficeVisitor
let other: BackOfficeVisitor
let email: string
before(async () => {
  service = await startTestService()
  liveShop = await openDisputeShop(service)
  const { merchantId, testKey } = liveShop
  shop = openShop(service.urls.uae, testKey, { merchantCode: 'AE' })
  email = `admin@${merchantId.slice(-12)}.test`
  admin = await signInAt(service.urls.uae, email)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  other = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
})
after(() => service.close())

const supportPage = (id: string): string => `/support/payments/${id}`

/** An order that an agent approves, and a person of the merchant captures. */
async function buyWithHelp(): Promise<string> {
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'refer', reasons: [] }))
  const { payment } = succeed(await shop.checkout('340.00', { buyer: newBuyer() })).body
  await agent.get(supportPage(payment.id))
  assert.equal((await agent.send(`${supportPage(payment.id)}/approve`)).status, 303)
  succeed(await shop.call('POST', `/sandbox/payments/${payment.id}/authorize`))
  const fields = { ...(await openForm(admin, payment.id, 'capture')), amount: '340.00' }
  const { confirmed } = await ask(admin, payment.id, 'capture', fields)
  assert.equal((await admin.send(`${pageOf(payment.id)}/capture`, confirmed)).status, 303)
  return payment.id
}

/** One agent asks for a return by hand, another confirms it. */
async function returnByHand(id: string): Promise<void> {
  await agent.get(supportPage(id))
  const fields = { amount: '40.00', amount_seen: '340.00', reason: 'The shop is gone', confirmed: 'yes' }
  assert.equal((await agent.send(`${supportPage(id)}/returns`, fields)).status, 303)
  const [row] = await service.database.query(`select id from return_requests where payment_id = '${id}'`)
  await other.get(supportPage(id))
  const confirmed = await other.send(`${supportPage(id)}/returns/${row?.['id']}/confirm`, { confirmed: 'yes' })
  assert.equal(confirmed.status, 303)
}

test('evidence names people of the merchant, and of support only that it was support', async () => {
  const id = await buyWithHelp()
  await returnByHand(id)
  const { status, text } = await admin.get(`${pageOf(id)}/evidence`)
  assert.equal(status, 200)
  assert.doesNotMatch(text, /support\.test/)
  const { actions } = JSON.parse(text)
  const by = (name: string): string[] =>
    actions.filter((one: { by: string }) => one.by === name).map(({ action }: { action: string }) => action)
  assert.deepEqual(by('support'), ['approve', 'refund'])
  assert.deepEqual(by(email), ['capture'])
})

test('evidence says of a dispute that support acted, and names no agent', async () => {
  const { id, payment_id } = await liveShop.openDispute()
  const answer = { dispute_id: id, description: 'It arrived', reason: 'merchant_reason_other' }
  succeed(await liveShop.call('POST', '/api/v1/disputes/challenge', answer))
  const path = `/support/disputes/${id}`
  const dispute = /name="dispute" value="([^"]+)"/.exec((await agent.get(path)).text)?.[1] ?? assert.fail('no form')
  const comment = { dispute, decision: 'comment', text: 'Looking into it', confirmed: 'yes' }
  assert.equal((await agent.send(`${path}/decide`, comment)).status, 303)
  const { text } = await admin.get(`/dashboard/live/payments/${payment_id}/evidence`)
  assert.doesNotMatch(text, /support\.test/)
  const history: { source: string; by: string }[] = JSON.parse(text).payment.disputes[0].history
  assert.deepEqual(
    history.filter(({ source }) => source === 'support').map(({ by }) => by),
    ['support'],
  )
})
