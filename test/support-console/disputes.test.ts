import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop, type WireDispute } from '../support/disputes.ts'
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

/** A dispute that waits for support. */
async function challenged(amount?: string): Promise<WireDispute> {
  const { id } = await shop.openDispute()
  const different = amount && { reason: 'merchant_reason_order_amount_should_be_different', amount }
  const request = { dispute_id: id, description: 'It arrived', reason: 'merchant_reason_other', ...different }
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', request))
  return shop.dispute(id)
}

const pathOf = (id: string): string => `/support/disputes/${id}`
const expectedIn = (text: string): string =>
  /name="dispute" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail('no form carries the version that is seen')

/** Sends a move as a browser: the first form leads to the confirmation page, whose form acts. */
async function move(id: string, name: string, fields: Record<string, string> = {}) {
  const dispute = expectedIn((await agent.get(pathOf(id))).text)
  const request = { dispute, text: '', from: 'merchant', ...fields }
  const question = await agent.send(`${pathOf(id)}/${name}`, request)
  assert.equal(question.status, 200, question.text)
  const done = await agent.send(`${pathOf(id)}/${name}`, { ...request, confirmed: 'yes' })
  assert.deepEqual([done.status, done.location], [303, `${pathOf(id)}?done=${name}`])
  return question
}

async function announcedOf(id: string): Promise<unknown[]> {
  const rows = await service.database.query(
    `select body ->> 'status' as status from notifications where dispute_id = '${id}' order by sequence`,
  )
  return rows.map(({ status }) => status)
}

test('support asks either side for evidence, comments, takes the amount and refunds; each is confirmed once', async () => {
  const { id } = await challenged('100.00')
  await move(id, 'request-evidence', { text: 'A photo, please', from: 'merchant' })
  assert.equal((await shop.dispute(id)).status, 'evidence_merchant')
  succeed(await shop.call('POST', `/api/v1/disputes/${id}/provide-evidence`, { content: 'Here' }))
  await move(id, 'request-evidence', { text: 'A photo, please', from: 'customer' })
  assert.equal((await shop.dispute(id)).status, 'evidence_customer')
  succeed(await shop.act(id, 'provide-evidence', { comment: 'Here' }))
  await move(id, 'comment', { text: 'Looking into it' })
  const question = await move(id, 'accept-amount')
  assert.match(question.text, /AED\s100\.00/)
  const sentence = await move(id, 'refund')
  assert.match(sentence.text, /AED\s100\.00 of order .+ is refunded/)
  assert.doesNotMatch(sentence.text, /1001/)
  const dispute = await shop.dispute(id)
  assert.deepEqual([dispute.status, dispute.amount], ['refunded', '100.00'])
  assert.deepEqual(
    dispute.history
      .filter(({ source }: { source: string }) => source === 'support')
      .map((line: WireDispute) => line.created_by),
    ['', '', '', '', ''],
  )
  assert.deepEqual(await announcedOf(id), ['pending', 'arbitration', 'evidence_merchant', 'approved'])
  const [row] = await service.database.query(
    `select actor from dispute_history where dispute_id = '${id}' order by version desc limit 1`,
  )
  assert.equal(row?.['actor'], 'agent@support.test')
  const shown = await agent.get(`${pathOf(id)}?done=refund`)
  assert.match(shown.text, /Decided for the customer/)
  assert.doesNotMatch(shown.text, new RegExp(`${pathOf(id)}/refund`))
  const written = await service.database.query(`select what from activities where on_id = '${id}' order by id`)
  assert.deepEqual(
    written.map(({ what }) => what),
    ['request_evidence', 'request_evidence', 'comment', 'accept_amount', 'refund'].map((what) => `dispute_${what}`),
  )
})

test('support declines a dispute, and nothing is refunded', async () => {
  const { id, payment_id } = await challenged()
  await move(id, 'decline', { text: 'It was delivered' })
  assert.equal((await shop.dispute(id)).status, 'declined')
  assert.deepEqual(await announcedOf(id), ['pending', 'arbitration', 'declined'])
  const payment = succeed(await shop.call('GET', `/api/v2/payments/${payment_id}`)).body
  assert.deepEqual(payment.refunds, [])
})

test('a decision on a dispute that has changed since does nothing and says so', async () => {
  const { id } = await challenged()
  const dispute = expectedIn((await agent.get(pathOf(id))).text)
  await move(id, 'comment', { text: 'First' })
  for (const confirmed of ['', 'yes']) {
    const late = await agent.send(`${pathOf(id)}/refund`, { dispute, confirmed })
    assert.equal(late.status, 409)
    assert.match(late.text, /not as you saw it/)
  }
  assert.equal((await shop.dispute(id)).status, 'in_progress')
})

test('two concurrent decisions decide once', async () => {
  const { id } = await challenged()
  const other = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  const fields = { dispute: expectedIn((await agent.get(pathOf(id))).text), confirmed: 'yes' }
  await other.get(pathOf(id))
  const [first, others, second] = await Promise.all([
    agent.send(`${pathOf(id)}/refund`, fields),
    other.send(`${pathOf(id)}/decline`, fields),
    agent.send(`${pathOf(id)}/refund`, fields),
  ])
  const isRefunded = (await shop.dispute(id)).status === 'refunded'
  assert.equal(others.status, isRefunded ? 409 : 303)
  assert.equal(
    [first, second].some(({ status }) => status === 303),
    isRefunded,
  )
  const written = await service.database.query(`select from activities where on_id = '${id}'`)
  assert.equal(written.length, 1)
})

test('the same form pressed twice acts once and leads to its result; another comment acts', async () => {
  const { id } = await challenged('100.00')
  const press = (name: string, fields: Record<string, string>) =>
    agent.send(`${pathOf(id)}/${name}`, { confirmed: 'yes', ...fields })
  const request = { dispute: expectedIn((await agent.get(pathOf(id))).text), text: 'Once' }
  for (let count = 0; count < 2; count += 1)
    assert.equal((await press('comment', request)).location, `${pathOf(id)}?done=comment`)
  assert.equal((await press('comment', { ...request, text: 'Other' })).status, 409)
  const amount = { dispute: expectedIn((await agent.get(pathOf(id))).text), text: '' }
  for (let count = 0; count < 2; count += 1)
    assert.equal((await press('accept-amount', amount)).location, `${pathOf(id)}?done=accept-amount`)
  const { history } = await shop.dispute(id)
  assert.equal(history.filter(({ source }: { source: string }) => source === 'support').length, 2)
  const written = await service.database.query(`select what, details from activities where on_id = '${id}' order by id`)
  assert.deepEqual(
    written.map(({ what, details }) => [what, (details as { amount: string }).amount]),
    [
      ['dispute_comment', '340.00'],
      ['dispute_accept_amount', '100.00'],
    ],
  )
})

test('the chosen side stays selected after an error in the form', async () => {
  const { id } = await challenged()
  const dispute = expectedIn((await agent.get(pathOf(id))).text)
  const page = await agent.send(`${pathOf(id)}/request-evidence`, { dispute, text: ' ', from: 'customer' })
  assert.equal(page.status, 422)
  assert.match(page.text, /<option value="customer" selected/)
})

test('an act that the dispute does not allow has no form and is refused', async () => {
  const { id } = await shop.openDispute()
  const page = await agent.get(pathOf(id))
  for (const name of ['request-evidence', 'accept-amount', 'refund', 'decline']) {
    assert.doesNotMatch(page.text, new RegExp(`${pathOf(id)}/${name}`))
    const fields = { dispute: expectedIn(page.text), confirmed: 'yes', text: 'x' }
    assert.equal((await agent.send(`${pathOf(id)}/${name}`, fields)).status, 409)
  }
  const silent = { dispute: expectedIn(page.text), text: ' ' }
  assert.equal((await agent.send(`${pathOf(id)}/comment`, silent)).status, 422)
  assert.equal((await shop.dispute(id)).status, 'new')
})

test('waiting disputes are listed oldest first, with the side they wait for, and paged', async () => {
  const first = await shop.openDispute()
  const second = await challenged()
  const all = await agent.get('/support/disputes')
  assert.ok(all.text.indexOf(first.id) > 0 && all.text.indexOf(first.id) < all.text.indexOf(second.id))
  const mine = await agent.get('/support/disputes?waits=support')
  assert.ok(mine.text.includes(second.id) && !mine.text.includes(first.id))
  assert.ok((await agent.get('/support')).text.includes(second.id))
  const after = `${Date.parse(first.created_at)}.${first.id}`
  const rest = await agent.get(`/support/disputes?after=${after}`)
  const listed = (id: string): boolean => rest.text.includes(`href="${pathOf(id)}"`)
  assert.deepEqual([listed(first.id), listed(second.id)], [false, true])
  assert.equal((await agent.get('/support/disputes?after=99999999999999999.x')).status, 200)
})
