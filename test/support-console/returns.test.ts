import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tellStory } from '../../src/money/explain/story.ts'
import { minute } from '../../src/platform/base/times.ts'
import { type BackOfficePage, type BackOfficeVisitor, password, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { printedEvents } from '../support/printed-events.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let asker: BackOfficeVisitor
let other: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  asker = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  other = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
})
after(() => service.close())

const pathOf = (id: string): string => `/support/payments/${id}`
const refundsOf = async (id: string) => succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.refunds

/** Requests a return by hand. Returns the address of its decision. */
async function ask(id: string, amount = '40.00', expected = '340.00'): Promise<string> {
  await asker.get(pathOf(id))
  const fields = { amount, amount_seen: expected, reason: 'The shop is gone' }
  const sentence = await asker.send(`${pathOf(id)}/returns`, fields)
  assert.equal(sentence.status, 200)
  assert.match(sentence.text, /Nothing moves before another person confirms/)
  const done = await asker.send(`${pathOf(id)}/returns`, { ...fields, confirmed: 'yes' })
  assert.deepEqual([done.status, done.location], [303, `${pathOf(id)}?done=asked`])
  const [row] = await service.database.query(
    `select id from return_requests where payment_id = '${id}' and state = 'waiting'`,
  )
  return `${pathOf(id)}/returns/${row?.['id']}`
}

async function confirm(visitor: BackOfficeVisitor, id: string, path: string): Promise<BackOfficePage> {
  await visitor.get(pathOf(id))
  return visitor.send(`${path}/confirm`, { confirmed: 'yes' })
}

test('a confirmation or withdrawal that cannot be logged is not made', async () => {
  const { query } = service.database
  const id = await shop.capturedPayment()
  const path = await ask(id)
  await query(`create function refuse_activity() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`)
  await query('create trigger no_room before insert on activities for each row execute function refuse_activity()')
  try {
    assert.equal((await confirm(other, id, path)).status, 500)
    assert.equal((await other.send(`${path}/withdraw`)).status, 500)
  } finally {
    await query('drop trigger no_room on activities')
  }
  assert.deepEqual(await refundsOf(id), [])
  assert.equal((await confirm(other, id, path)).location, `${pathOf(id)}?done=confirmed`)
})

test('return by hand: one agent requests, another confirms, and the money is returned once', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id)
  assert.deepEqual(await refundsOf(id), [])
  assert.ok((await other.get('/support')).text.includes(id))
  const page = await other.get(pathOf(id))
  assert.match(page.text, /The shop is gone/)
  const sentence = await other.send(`${path}/confirm`)
  assert.equal(sentence.status, 200)
  assert.match(sentence.text, /AED\s40\.00 of order .*is refunded.*agent@support\.test/s)
  assert.deepEqual(await refundsOf(id), [])
  assert.equal((await confirm(other, id, path)).location, `${pathOf(id)}?done=confirmed`)
  const [refund, ...more] = await refundsOf(id)
  assert.deepEqual([refund.amount, refund.reason, more.length], ['40.00', 'The shop is gone', 0])
  assert.equal((await confirm(other, id, path)).status, 409)
  assert.equal((await refundsOf(id)).length, 1)
  const written = await service.database.query(`select what, email from activities where on_id = '${id}' order by id`)
  assert.deepEqual(
    written.map(({ what, email }) => `${what} ${email}`),
    ['ask_return agent@support.test', 'confirm_return agent2@support.test'],
  )
})

test('return by hand: the requesting agent cannot confirm, by form or in the database', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id)
  assert.doesNotMatch((await asker.get(pathOf(id))).text, new RegExp(`${path}/confirm`))
  for (const confirmed of ['', 'yes']) assert.equal((await asker.send(`${path}/confirm`, { confirmed })).status, 403)
  assert.deepEqual(await refundsOf(id), [])
  await assert.rejects(
    service.database.query(
      `update return_requests set state = 'confirmed', decided_by = asked_by, decided_name = '', decided_at = now() where payment_id = '${id}'`,
    ),
  )
})

test('return by hand: concurrent confirmations return the money once', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id, '100.00')
  const third = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  await Promise.all([other.get(pathOf(id)), third.get(pathOf(id))])
  const answers = await Promise.all(
    [other, third, other, third, other].map((visitor) => visitor.send(`${path}/confirm`, { confirmed: 'yes' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409, 409, 409])
  assert.deepEqual(
    (await refundsOf(id)).map(({ amount }: { amount: string }) => amount),
    ['100.00'],
  )
})

test('return by hand: refused after a refund or a dispute since the page was shown', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id)
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '10.00', reference_id: 'r1' }))
  for (const confirmed of ['', 'yes']) {
    const late = await other.send(`${path}/confirm`, { confirmed })
    assert.equal(late.status, 409)
    assert.match(late.text, /since this return was asked for\. Take it back, and ask anew/)
  }
  assert.equal((await refundsOf(id)).length, 1)
  assert.equal((await asker.send(`${path}/withdraw`)).location, `${pathOf(id)}?done=withdrawn`)
  const again = await ask(id, '330.00', '330.00')
  await shop.openDispute({ payment_id: id })
  const refused = await confirm(other, id, again)
  assert.equal(refused.status, 409)
  assert.match(refused.text, /dispute holds refunds/)
  assert.equal((await refundsOf(id)).length, 1)
})

test('return by hand: one waits per payment; a wrong amount or a missing reason is refused', async () => {
  const id = await shop.capturedPayment()
  await asker.get(pathOf(id))
  const send = async (fields: Record<string, string>) =>
    (await asker.send(`${pathOf(id)}/returns`, { amount_seen: '340.00', reason: 'x', confirmed: 'yes', ...fields }))
      .status
  for (const amount of ['', '0', '-1', '340.01', 'x', '1.001']) assert.equal(await send({ amount }), 422, amount)
  assert.equal(await send({ amount: '1.00', reason: ' ' }), 422)
  assert.equal(await send({ amount: '1.00', amount_seen: '300.00' }), 409)
  await ask(id, '1.00')
  const fields = { amount: '1.00', amount_seen: '340.00', reason: 'x', confirmed: 'yes' }
  const second = await asker.send(`${pathOf(id)}/returns`, fields)
  assert.equal(second.status, 409)
  assert.match(second.text, /another return of this payment waits/)
  const authorized = await shop.authorizedPayment()
  await asker.get(pathOf(authorized))
  assert.doesNotMatch((await asker.get(pathOf(authorized))).text, /\/returns"/)
})

test('return by hand: an own movement of the service, whatever references the shop has used', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id, '40.00')
  const reference = `return-${path.split('/').at(-1)}`
  // The shop uses the reference that the service would choose.
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '1.00', reference_id: reference }))
  await asker.send(`${path}/withdraw`, { confirmed: 'yes' })
  const again = await ask(id, '40.00', '339.00')
  const own = `return-${again.split('/').at(-1)}`
  await service.database.query(
    `update payment_timeline set reference_id = '${own}' where reference_id = '${reference}'`,
  )
  assert.equal((await confirm(other, id, again)).status, 303)
  const rows = await service.database.query(
    `select reference_id, service_reference, amount_minor::int as amount from payment_timeline
     where payment_id = '${id}' and move = 'refund' order by version`,
  )
  assert.deepEqual(rows, [
    { reference_id: own, service_reference: null, amount: 100 },
    { reference_id: '', service_reference: own, amount: 4_000 },
  ])
  const { text } = await signInAt(service.urls.uae, 'agent@support.test', 'support').then((agent) =>
    agent.get(pathOf(id)),
  )
  assert.doesNotMatch(text, /by the service by itself/)
})

test('story: has the agents who requested, confirmed or withdrew a return, and the waiting one', async () => {
  const id = await shop.capturedPayment()
  const story = async () => {
    const story = (await tellStory(service.app, id)) ?? assert.fail()
    const byHand = printedEvents(story).filter(
      ({ what, text }) => what === 'return_request' || text.startsWith('by hand'),
    )
    return {
      sentences: byHand.map(({ label, text }) => `${label} ${text}`),
      coming: story.next.map(({ text }) => text),
    }
  }
  const withdrawn = await ask(id, '10.00')
  const waiting = await story()
  assert.deepEqual(waiting.sentences, ['asked to be given back by hand, by agent@support.test; another confirms it'])
  assert.ok(waiting.coming.some((text) => text.startsWith('somebody else than agent@support.test confirms')))
  await asker.send(`${withdrawn}/withdraw`, { confirmed: 'yes' })
  service.clock.advance(60_000)
  assert.equal((await confirm(other, id, await ask(id))).status, 303)
  const { sentences, coming } = await story()
  assert.deepEqual(sentences, [
    'asked to be given back by hand, by agent@support.test; another confirms it',
    'withdrawn to be given back by hand, by agent@support.test',
    'asked to be given back by hand, by agent@support.test; another confirms it',
    'confirmed to be given back by hand, by agent2@support.test',
    'refunded by hand by agent2@support.test',
  ])
  assert.ok(!coming.some((text) => text.startsWith('somebody else')))
})

test('return by hand: confirming needs a recent password, and a wrong password refunds nothing', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id)
  service.clock.advance(11 * minute)
  await other.get(pathOf(id))
  const question = await other.send(`${path}/confirm`, { confirmed: 'yes' })
  assert.equal(question.status, 200)
  assert.match(question.text, /proof_password/)
  assert.equal((await other.send(`${path}/confirm`, { confirmed: 'yes', proof_password: 'x' })).status, 422)
  assert.deepEqual(await refundsOf(id), [])
  const done = await other.send(`${path}/confirm`, { confirmed: 'yes', proof_password: password })
  assert.equal(done.location, `${pathOf(id)}?done=confirmed`)
})

test('return by hand: any agent may withdraw it', async () => {
  const id = await shop.capturedPayment()
  const path = await ask(id)
  await other.get(pathOf(id))
  assert.equal((await other.send(`${path}/withdraw`)).location, `${pathOf(id)}?done=withdrawn`)
  assert.equal((await asker.send(`${path}/withdraw`)).status, 409)
})
