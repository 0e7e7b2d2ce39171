import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { assertHidden, assertShown, buyer, buyIn } from './buyer.ts'

let service: TestService
let shop: DisputeShop
let payment: string
let dispute: string
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  payment = await buyIn(shop, 'A-77')
  const comment = `I am ${buyer.name}, call me at +971527771234 or write to ${buyer.email.toUpperCase()}`
  const opened = await shop.openDispute({ payment_id: payment, comment, attachment_ids: [await shop.attachment()] })
  dispute = opened.id
  const request = { dispute_id: dispute, reason: 'merchant_reason_other', description: `${buyer.email} has it` }
  succeed(
    await shop.call('POST', '/api/v1/disputes/challenge', { ...request, attachment_ids: [await shop.attachment()] }),
  )
})
after(() => service.close())

const signIn = (email = 'agent@support.test'): Promise<BackOfficeVisitor> =>
  signInAt(service.urls.uae, email, 'support')
const activitiesOf = (what: string) =>
  service.database.query(`select email, on_kind, on_id, details from activities where what = '${what}' order by id`)

test('personal data: shown only after a reason, which is logged once', async () => {
  const agent = await signIn()
  const [paymentPath, disputePath] = [`/support/payments/${payment}`, `/support/disputes/${dispute}`]
  for (const path of ['/support', '/support/disputes', paymentPath, disputePath, '/support/search?q=A-77']) {
    const page = await agent.get(path)
    assert.ok(page.status === 200 || page.status === 303, path)
    assertHidden(page.text, path)
  }
  assert.equal((await agent.get(`${disputePath}/files/${await firstFile()}`)).status, 403)
  assert.match((await agent.get(disputePath)).text, /Files: 1/)
  const refused = await agent.send(`${paymentPath}/open`, { reason: ' ', next: disputePath })
  assert.equal(refused.location, `${disputePath}?reason=missing`)
  assertHidden((await agent.get(disputePath)).text, 'no reason')
  const opened = await agent.send(`${paymentPath}/open`, { reason: 'Ticket 5', next: disputePath })
  assert.deepEqual([opened.status, opened.location], [303, disputePath])
  assertShown((await agent.get(paymentPath)).text)
  const shown = await agent.get(disputePath)
  assertShown(shown.text)
  assert.match(shown.text, /ZUZU\.Q@PERSONAL/)
  const file = await agent.get(`${disputePath}/files/${await firstFile()}`)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png'])
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment/)
  await agent.send(`${paymentPath}/open`, { reason: 'again' })
  const written = await activitiesOf('open_personal')
  assert.equal(written.length, 1)
  assert.equal(written[0]?.['on_id'], payment)
  assert.equal((written[0]?.['details'] as { reason: string } | undefined)?.reason, 'Ticket 5')
  assert.equal((await activitiesOf('download_evidence')).length, 1)
})

test("personal data: an open case is closed to other agents and to the agent's next session", async () => {
  for (const email of ['agent2@support.test', 'agent@support.test']) {
    const agent = await signIn(email)
    assertHidden((await agent.get(`/support/payments/${payment}`)).text, email)
    assertHidden((await agent.get(`/support/disputes/${dispute}`)).text, email)
  }
})

test('personal data: a search by phone shows not even the phone before a reason', async () => {
  const agent = await signIn('agent2@support.test')
  const found = await agent.get('/support/search?q=0527771234')
  assert.deepEqual([found.status, found.location], [303, '/support/customers?phone=%2B971527771234'])
  for (const path of ['/support/customers?phone=%2B971527771234', '/support/customers?phone=052+777+1234']) {
    const page = await agent.get(path)
    assert.equal(page.status, 200)
    assertHidden(page.text, path)
    assert.doesNotMatch(page.text, /527771234|A-77/)
  }
  assert.equal((await agent.send('/support/customers/block', { phone: '+971527771234' })).status, 403)
  assert.equal((await agent.send('/support/customers/unlock', { phone: '+971527771234' })).status, 403)
  const opened = await agent.send('/support/customers?phone=052+777+1234', { reason: 'They called' })
  assert.equal(opened.location, '/support/customers?phone=%2B971527771234')
  const shown = await agent.get(opened.location)
  assert.match(shown.text, /A-77/)
  const written = (await activitiesOf('open_personal')).at(-1)
  assert.deepEqual([written?.['on_kind'], written?.['on_id']], ['phone', '…1234'])
  assert.doesNotMatch(JSON.stringify(written), /527771234/)
})

test('personal data: the log has who, what and why, and no data of the customer', async () => {
  const agent = await signIn()
  const log = await agent.get('/support/activity')
  assert.match(log.text, /Saw a customer/)
  assert.match(log.text, /Ticket 5/)
  assert.match(log.text, /agent2@support\.test/)
  assert.match(log.text, />…1234</)
  assertHidden(log.text, 'log')
  const filtered = await agent.get('/support/activity?email=agent2@support.test&what=open_personal')
  assert.doesNotMatch(filtered.text, /Ticket 5/)
  assert.match(filtered.text, /They called/)
})

async function firstFile(): Promise<string> {
  const [row] = await service.database.query(`select attachment_ids from disputes where id = '${dispute}'`)
  const ids = (row?.['attachment_ids'] ?? []) as string[]
  return ids[0] ?? assert.fail('no file')
}
