import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer } from '../../testkit/shop.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
let other: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  other = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  for (const visitor of [agent, other]) await visitor.get('/support')
})
after(() => service.close())

async function challenged(): Promise<string> {
  const { id } = await shop.openDispute()
  const request = { dispute_id: id, description: 'It arrived', reason: 'merchant_reason_other' }
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', request))
  return id
}

const pathOf = (id: string): string => `/support/disputes/${id}`
const claim = (who: BackOfficeVisitor, name: string, id: string, fields = {}) =>
  who.send('/support/claims', { [name]: `dispute.${id}`, ...fields })
const holderIn = (text: string): string => /name="holder" value="([^"]*)"/.exec(text)?.[1] ?? assert.fail(text)

async function decide(who: BackOfficeVisitor, id: string, decision: string) {
  const dispute = /name="dispute" value="([^"]+)"/.exec((await who.get(pathOf(id))).text)?.[1] ?? ''
  return who.send(`${pathOf(id)}/decide`, { dispute, decision, text: 'Because', confirmed: 'yes' })
}

const claimsOf = (id: string) =>
  service.database.query(`select agent, ends_at from work_claims where item_id = '${id}'`)
const loggedOf = (id: string) =>
  service.database.query(`select what, email, details->>'email' as from_whom from activities where on_id = '${id}'`)

test('an item is taken, shown to all with its time, and given back', async () => {
  const id = await challenged()
  assert.match((await agent.get(pathOf(id))).text, /Nobody works on this/)
  const taken = await claim(agent, 'take', id, { next: '/support?claims=free' })
  assert.deepEqual([taken.status, taken.location], [303, '/support?claims=free'])
  assert.match((await agent.get(pathOf(id))).text, /You have taken this, since .+ \(UTC\)/)
  assert.match((await other.get(pathOf(id))).text, /agent@support\.test.? works on this, since .+ \(UTC\)/)
  const rowOf = (text: string): string => text.slice(text.indexOf(`href="${pathOf(id)}"`)).split('</tr>')[0] ?? ''
  assert.match(rowOf((await other.get('/support')).text), /agent@support\.test.?, since/)
  assert.match(rowOf((await other.get('/support/disputes')).text), /agent@support\.test.?, since/)
  assert.match(rowOf((await agent.get('/support')).text), /You, since .+Give back/s)
  assert.equal((await claim(other, 'give_back', id)).status, 303)
  assert.equal((await claimsOf(id)).length, 1)
  assert.equal((await claim(agent, 'give_back', id)).location, pathOf(id))
  assert.deepEqual(await claimsOf(id), [])
  assert.deepEqual(await loggedOf(id), [])
})

test('of two agents who take at once one has it; a second press of the same agent changes nothing', async () => {
  const id = await challenged()
  const answers = await Promise.all([claim(agent, 'take', id), claim(other, 'take', id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409])
  const [first, second] = answers[0].status === 303 ? [agent, other] : [other, agent]
  const [before] = await claimsOf(id)
  assert.equal((await claim(first, 'take', id)).status, 303)
  assert.deepEqual((await claimsOf(id))[0]?.['agent'], before?.['agent'])
  assert.match((await claim(second, 'take', id)).text, /A colleague works on this/)
})

test('only after taking it over a colleague decides it; taking over is logged, and works once', async () => {
  const id = await challenged()
  await claim(agent, 'take', id)
  const refused = await decide(other, id, 'refund')
  assert.equal(refused.status, 409)
  assert.match(refused.text, /Nothing was done: .+agent@support\.test.+ has taken this/)
  assert.equal((await shop.dispute(id)).status, 'in_progress')
  const holder = holderIn((await other.get(pathOf(id))).text)
  assert.equal((await claim(other, 'take_over', id, { holder: randomUUID() })).status, 409)
  assert.equal((await claim(other, 'take_over', id, { holder })).status, 303)
  assert.equal((await claim(other, 'take_over', id, { holder })).status, 303)
  assert.deepEqual(await loggedOf(id), [
    { what: 'take_over', email: 'agent2@support.test', from_whom: 'agent@support.test' },
  ])
  assert.match((await other.get('/support/activity')).text, /Took over from a colleague/)
  assert.equal((await decide(agent, id, 'decline')).status, 409)
  assert.equal((await decide(other, id, 'comment')).status, 303)
  assert.equal((await claimsOf(id)).length, 1)
  assert.equal((await decide(other, id, 'refund')).status, 303)
  assert.deepEqual(await claimsOf(id), [])
})

test('colleagues read the name of an agent who has one; the log keeps the e-mail', async () => {
  const id = await challenged()
  await claim(agent, 'take', id)
  const name = async (text: string) => assert.equal((await agent.send('/support/me/name', { name: text })).status, 303)
  await name('Noura Al Suwaidi')
  assert.match((await other.get(pathOf(id))).text, /Noura Al Suwaidi.? works on this/)
  assert.match((await other.get('/support/disputes')).text, /Noura Al Suwaidi.?, since/)
  const holder = holderIn((await other.get(pathOf(id))).text)
  assert.equal((await claim(other, 'take_over', id, { holder })).status, 303)
  assert.deepEqual(
    (await loggedOf(id)).map(({ from_whom }) => from_whom),
    ['agent@support.test'],
  )
  await name('')
})

test('a claim ends after 30 minutes without work by the clock of the database; work extends it', async () => {
  const id = await challenged()
  await claim(agent, 'take', id)
  const pass = (minutes: number) =>
    service.database.query(`update work_claims set ends_at = ends_at - interval '${minutes} minutes'`)
  await pass(29)
  await agent.get(pathOf(id))
  await pass(29)
  assert.match((await other.get(pathOf(id))).text, /agent@support\.test.? works on this/)
  await pass(1)
  assert.match((await other.get(pathOf(id))).text, /Nobody works on this/)
  assert.equal((await claim(other, 'take', id)).status, 303)
  assert.match((await agent.get(pathOf(id))).text, /agent2@support\.test.? works on this/)
  // Claims that have ended are removed when an agent takes another item.
  await pass(60)
  await claim(agent, 'take', await challenged())
  assert.deepEqual(await claimsOf(id), [])
})

test('a referred order that a colleague has taken is neither approved nor declined', async () => {
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'refer', reasons: [] }))
  const { payment } = succeed(await shop.checkout('340.00', { buyer: newBuyer() })).body
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'approve', reasons: [] }))
  const path = `/support/payments/${payment.id}`
  assert.match((await other.get(path)).text, /Nobody works on this/)
  assert.equal((await agent.send('/support/claims', { take: `payment.${payment.id}` })).location, path)
  for (const form of ['approve', 'decline']) assert.equal((await other.send(`${path}/${form}`)).status, 409)
  assert.equal((await agent.send(`${path}/approve`)).status, 303)
  assert.deepEqual(await claimsOf(payment.id), [])
})

test('the queue counts each kind, bounded, and shows what is mine or free, in both languages', async () => {
  const [mine, free] = [await challenged(), await challenged()]
  await claim(agent, 'take', mine)
  const listed = async (path: string): Promise<boolean[]> => {
    const { text } = await agent.get(path)
    return [mine, free].map((id) => text.includes(`href="${pathOf(id)}"`))
  }
  assert.deepEqual(await listed('/support?claims=mine'), [true, false])
  assert.deepEqual(await listed('/support?claims=free'), [false, true])
  const wrong = await agent.get('/support?claims=theirs')
  assert.equal(wrong.status, 422)
  await service.database.query(`insert into return_requests (merchant_id, id, payment_id, is_test, currency, amount_minor,
      seen_minor, reason, state, asked_by, asked_name, asked_at)
    select '${shop.merchantId}', gen_random_uuid(), gen_random_uuid(), false, 'AED', 100, 34000, 'x', 'waiting',
      gen_random_uuid(), 'agent@support.test', '2026-03-01T10:00:00Z'::timestamptz + n * interval '1 ms'
    from generate_series(1, 120) as n`)
  const { text } = await agent.get('/support')
  assert.match(text, /<a href="#requestsTitle">Returns to confirm <strong class="number">100\+</)
  await other.send('/support/lang', { lang: 'ar' })
  const arabic = await other.get('/support')
  assert.match(arabic.text, /مبالغ مردودة تنتظر التأكيد <strong class="number">\+100</)
  assert.match(arabic.text, /لدى/)
  await other.send('/support/lang', { lang: 'en' })
})

test('an unknown item, and one that cannot be read, is 404', async () => {
  for (const item of ['', 'x', `dispute.${randomUUID()}`, `payment.${randomUUID()}`, `merchant.${randomUUID()}`])
    assert.equal((await agent.send('/support/claims', { take: item })).status, 404, item)
  assert.equal((await agent.send('/support/claims', { take: `erasure_request.${randomUUID()}` })).status, 404)
  assert.equal((await agent.send('/support/claims', { take: `store.${shop.merchantId}` })).status, 404)
})
