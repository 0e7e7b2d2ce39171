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

/** Sends a decision as a browser: the first form leads to the confirmation page, whose form acts. */
async function decide(id: string, decision: string, fields: Record<string, string> = {}) {
  const dispute = expectedIn((await agent.get(pathOf(id))).text)
  const request = { dispute, decision, text: '', ...fields }
  const question = await agent.send(`${pathOf(id)}/decide`, request)
  assert.equal(question.status, 200, question.text)
  const done = await agent.send(`${pathOf(id)}/decide`, { ...request, confirmed: 'yes' })
  assert.deepEqual([done.status, done.location], [303, `${pathOf(id)}?done=${decision}`])
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
  await decide(id, 'ask-merchant', { text: 'A photo, please' })
  assert.equal((await shop.dispute(id)).status, 'evidence_merchant')
  succeed(await shop.call('POST', `/api/v1/disputes/${id}/provide-evidence`, { content: 'Here' }))
  await decide(id, 'ask-customer', { text: 'A photo, please' })
  assert.equal((await shop.dispute(id)).status, 'evidence_customer')
  succeed(await shop.act(id, 'provide-evidence', { comment: 'Here' }))
  await decide(id, 'comment', { text: 'Looking into it' })
  const question = await decide(id, 'accept-amount')
  assert.match(question.text, /AED\s100\.00/)
  const sentence = await decide(id, 'refund')
  assert.match(
    sentence.text,
    /Order .+The customer owes AED\s100\.00 less\. .+payout is AED\s100\.00 lower.+cannot be undone/,
  )
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
  assert.doesNotMatch(shown.text, /value="refund"/)
  const written = await service.database.query(`select what from activities where on_id = '${id}' order by id`)
  assert.deepEqual(
    written.map(({ what }) => what),
    ['request_evidence', 'request_evidence', 'comment', 'accept_amount', 'refund'].map((what) => `dispute_${what}`),
  )
})

test('support declines a dispute, and nothing is refunded', async () => {
  const { id, payment_id } = await challenged()
  await decide(id, 'decline', { text: 'It was delivered' })
  assert.equal((await shop.dispute(id)).status, 'declined')
  assert.deepEqual(await announcedOf(id), ['pending', 'arbitration', 'declined'])
  const payment = succeed(await shop.call('GET', `/api/v2/payments/${payment_id}`)).body
  assert.deepEqual(payment.refunds, [])
})

test('a decision on a dispute that has changed since does nothing and says so', async () => {
  const { id } = await challenged()
  const dispute = expectedIn((await agent.get(pathOf(id))).text)
  await decide(id, 'comment', { text: 'First' })
  for (const confirmed of ['', 'yes']) {
    const late = await agent.send(`${pathOf(id)}/decide`, { dispute, decision: 'refund', confirmed })
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
    agent.send(`${pathOf(id)}/decide`, { ...fields, decision: 'refund' }),
    other.send(`${pathOf(id)}/decide`, { ...fields, decision: 'decline' }),
    agent.send(`${pathOf(id)}/decide`, { ...fields, decision: 'refund' }),
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
  const press = (decision: string, fields: Record<string, string>) =>
    agent.send(`${pathOf(id)}/decide`, { confirmed: 'yes', decision, ...fields })
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

test('what was typed stays after an error, and each error is named', async () => {
  const { id } = await challenged()
  const dispute = expectedIn((await agent.get(pathOf(id))).text)
  const press = async (fields: Record<string, string>): Promise<string> => {
    const page = await agent.send(`${pathOf(id)}/decide`, { dispute, confirmed: 'yes', ...fields })
    assert.equal(page.status, 422)
    return page.text
  }
  assert.match(await press({ decision: 'ask-customer', text: ' ' }), /value="ask-customer" checked/)
  assert.match(await press({ text: 'Because' }), /Choose what you do[\s\S]*>Because</)
  assert.match(await press({ decision: 'everything' }), /Choose what you do/)
  for (const amount of ['', '0', '-1', '340.00', '9999', '1.234', 'a lot']) {
    const text = await press({ decision: 'refund-amount', amount, text: 'A part' })
    assert.match(text, /Type an amount above zero and below AED\s340\.00/)
  }
  assert.match(await press({ decision: 'refund-amount', amount: '10', text: '' }), /Write what you want to say/)
  assert.equal((await shop.dispute(id)).status, 'in_progress')
})

test('support refunds another amount: it becomes the disputed amount, once, and the merchant sees it with the reason', async () => {
  const { id, payment_id } = await challenged()
  const request = { dispute: expectedIn((await agent.get(pathOf(id))).text), amount: '40', text: 'A seam' }
  const question = await decide(id, 'refund-amount', request)
  assert.match(question.text, /The customer owes AED\s40\.00 less\. .+payout is AED\s40\.00 lower/)
  const again = await agent.send(`${pathOf(id)}/decide`, { ...request, decision: 'refund-amount', confirmed: 'yes' })
  assert.deepEqual([again.status, again.location], [303, `${pathOf(id)}?done=refund-amount`])
  const other = { ...request, decision: 'refund-amount', amount: '50', confirmed: 'yes' }
  assert.equal((await agent.send(`${pathOf(id)}/decide`, other)).status, 409)
  const { status, amount, history } = await shop.dispute(id)
  assert.deepEqual([status, amount], ['refunded', '40.00'])
  const { event_type, content, note } = history.at(-1)
  assert.deepEqual([event_type, content, note], ['dispute_approved', '40.00', 'A seam'])
  const { refunds } = succeed(await shop.call('GET', `/api/v2/payments/${payment_id}`)).body
  assert.deepEqual(
    refunds.map((refund: { amount: string }) => refund.amount),
    ['40.00'],
  )
  assert.deepEqual(await announcedOf(id), ['pending', 'arbitration', 'approved'])
})

test('fields of other choices change nothing', async () => {
  const { id } = await challenged()
  await decide(id, 'refund', { amount: '1.00' })
  assert.equal((await shop.dispute(id)).amount, '340.00')
})

test('the figures follow the fees of the store and what the customer has paid', async () => {
  const setFees = (percent: number) =>
    service.database.query(`update stores set fee_percent = ${percent}, fee_vat_percent = ${percent}
      where merchant_id = '${shop.merchantId}'`)
  await setFees(500)
  const { id } = await challenged()
  const page = await agent.get(pathOf(id))
  // A quarter of 340.00 is paid: a full refund returns it, and cancels the rest.
  assert.match(page.text, /The customer gets AED\s85\.00 back on the card and owes AED\s255\.00 less/)
  // 340.00 less 5 % (17.00) and 5 % VAT on it (0.85).
  assert.match(page.text, /payout is AED\s322\.15 lower: AED\s17\.85 of its fees come back/)
  assert.match(page.text, /still owes AED\s255\.00\. The merchant keeps AED\s340\.00/)
  await setFees(0)
})

test('a choice that the dispute does not allow is not shown, and is refused', async () => {
  const { id } = await shop.openDispute()
  const page = await agent.get(pathOf(id))
  assert.match(page.text, /value="comment" checked/)
  for (const decision of ['ask-merchant', 'ask-customer', 'accept-amount', 'refund', 'refund-amount', 'decline']) {
    assert.doesNotMatch(page.text, new RegExp(`value="${decision}"`))
    const fields = { dispute: expectedIn(page.text), decision, amount: '1.00', confirmed: 'yes', text: 'x' }
    assert.equal((await agent.send(`${pathOf(id)}/decide`, fields)).status, 409)
  }
  const silent = { dispute: expectedIn(page.text), decision: 'comment', text: ' ' }
  assert.equal((await agent.send(`${pathOf(id)}/decide`, silent)).status, 422)
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
