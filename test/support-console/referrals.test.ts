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
let other: BackOfficeVisitor
const reasons = ['<script>alert(1)</script>', 'address unknown']
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  other = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'refer', reasons }))
})
after(() => service.close())

const refer = async (): Promise<string> => succeed(await shop.checkout('340.00', { buyer: newBuyer() })).body.payment.id
const statusOf = async (id: string) => succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.status
const pathOf = (id: string): string => `/support/payments/${id}`
const rowsIn = (text: string): string[] =>
  [...text.matchAll(/href="\/support\/payments\/([0-9a-f-]{36})" class="row-link"/g)].map(([, id = '']) => id)

test('referred orders are in the queue, oldest first, until they are decided', async () => {
  const [first, second] = [await refer(), await refer()]
  for (const path of ['/support', '/support/referrals']) {
    const { text } = await agent.get(path)
    assert.deepEqual(rowsIn(text), [first, second], path)
    assert.match(text, /Orders to decide/)
    assert.match(text, /AED\s340\.00/)
  }
  await agent.get(pathOf(first))
  const done = await agent.send(`${pathOf(first)}/approve`)
  assert.deepEqual([done.status, done.location], [303, `${pathOf(first)}?done=approved`])
  assert.match((await agent.get(`${pathOf(first)}?done=approved`)).text, /Approved: the customer may pay\./)
  assert.deepEqual(rowsIn((await agent.get('/support/referrals')).text), [second])
  succeed(await shop.call('POST', `/sandbox/payments/${second}/cancel`))
  assert.match((await agent.get('/support/referrals')).text, /class="empty"/)
  assert.equal(succeed(await shop.call('POST', `/sandbox/payments/${first}/authorize`)).body.status, 'AUTHORIZED')
})

test('the page of a payment shows the reasons, escaped, and asks before it declines', async () => {
  const id = await refer()
  const { text } = await agent.get(pathOf(id))
  assert.match(text, /Decide about this order/)
  assert.ok(text.includes('&lt;script') && text.includes('address unknown'))
  assert.ok(!text.includes('<script>alert(1)'))
  const question = await agent.send(`${pathOf(id)}/decline`)
  assert.equal(question.status, 200)
  assert.match(question.text, /is refused\. This cannot be undone\./)
  assert.equal(await statusOf(id), 'CREATED')
  const done = await agent.send(`${pathOf(id)}/decline`, { confirmed: 'yes' })
  assert.deepEqual([done.status, done.location], [303, `${pathOf(id)}?done=declined`])
  assert.equal(await statusOf(id), 'REJECTED')
  const { text: decided } = await agent.get(pathOf(id))
  assert.ok(!decided.includes('Decide about this order'))
  assert.match(decided, /Referred to support/)
  const written = await service.database.query(`select what, email from activities where on_id = '${id}'`)
  assert.deepEqual(written, [{ what: 'decline_order', email: 'agent@support.test' }])
})

test('two agents at once: one decision counts, and the other agent reads that nothing was done', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await refer()
    await Promise.all([agent.get(pathOf(id)), other.get(pathOf(id))])
    const answers = await Promise.all([
      agent.send(`${pathOf(id)}/approve`),
      other.send(`${pathOf(id)}/decline`, { confirmed: 'yes' }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409])
    const lost = answers.find(({ status }) => status === 409)
    assert.match(lost?.text ?? '', /Nothing was done/)
    const written = await service.database.query(`select what from activities where on_id = '${id}'`)
    assert.equal(written.length, 1)
    assert.equal(await statusOf(id), written[0]?.['what'] === 'approve_order' ? 'CREATED' : 'REJECTED')
  }
})

test('a decision after the 15 minutes is refused, and one that cannot be logged is not made', async () => {
  const { query } = service.database
  const id = await refer()
  await query(`create function refuse_activity() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`)
  await query('create trigger no_room before insert on activities for each row execute function refuse_activity()')
  try {
    await agent.get(pathOf(id))
    assert.equal((await agent.send(`${pathOf(id)}/approve`)).status, 500)
  } finally {
    await query('drop trigger no_room on activities')
  }
  await shop.pass('PT15M')
  assert.equal((await agent.send(`${pathOf(id)}/approve`)).status, 409)
  assert.equal(await statusOf(id), 'REJECTED')
})
