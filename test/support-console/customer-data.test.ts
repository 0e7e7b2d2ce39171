import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { removeOldErasureRequests } from '../../src/money/customers/erasure-requests.ts'
import { type BackOfficeVisitor, password, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ env: { PERSONAL_DAYS: '0' } })
const shop = await openDisputeShop(service)
const asker = await signInAt(service.urls.uae, 'agent@support.test', 'support')
const other = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
after(() => service.close())

let last = 0
function newPhone(): string {
  last += 1
  return `+97152777${String(2_000 + last)}`
}
const addressOf = (phone: string): string => `/support/customers?phone=${encodeURIComponent(phone)}`

/** Opens the customer's case for a reason. */
async function open(agent: BackOfficeVisitor, phone: string): Promise<void> {
  await agent.get(addressOf(phone))
  await agent.send(addressOf(phone), { reason: 'Ticket 7' })
  await agent.get(addressOf(phone))
}

async function buy(phone: string): Promise<string> {
  const buyer = { name: 'Zubaida Q', email: 'zuzu.q@personal.example', phone, dob: '1990-04-17' }
  const id = succeed(await shop.checkout('340.00', { buyer })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'all' }))
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  return id
}
const buyerOf = async (id: string) => succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.buyer

async function requestOf(phone: string): Promise<string> {
  const [row] = await service.database.query(`select id from erasure_requests where phone = '${phone}'`)
  return String(row?.id)
}

async function activities(...kinds: string[]): Promise<unknown[]> {
  const list = kinds.map((kind) => `'${kind}'`).join(', ')
  return service.database.query(
    `select what, on_id, email, details::text from activities where what in (${list}) order by id`,
  )
}

test('console: the file and a correction, once there is a reason; both are logged without the customer', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  await asker.get('/support')
  const closed = await asker.send('/support/customers/export', { phone, mode: 'live' })
  assert.equal(closed.status, 403)
  await open(asker, phone)
  const file = await asker.send('/support/customers/export', { phone, mode: 'live' })
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/zip'])
  assert.match(file.text, /^PK/)
  assert.match((await asker.send('/support/customers/export', { phone, mode: 'test' })).location, /problem=nothing/)
  const wrong = await asker.send('/support/customers/correct', { phone, mode: 'live', email: 'none' })
  assert.match((await asker.get(wrong.location)).text, /Enter a name, an e-mail address, or both/)
  const done = await asker.send('/support/customers/correct', { phone, mode: 'live', name: 'Zubaida Right', email: '' })
  assert.match((await asker.get(done.location)).text, /The data are corrected/)
  const { name, email } = await buyerOf(id)
  assert.deepEqual([name, email], ['Zubaida Right', 'zuzu.q@personal.example'])
  const logged = await activities('export_customer', 'correct_customer')
  assert.equal(logged.length, 2)
  assert.doesNotMatch(JSON.stringify(logged), /Zubaida|zuzu|971527772/)
})

test('console: one agent asks to erase, for a reason, and only another erases, with a second proof', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  await open(asker, phone)
  const ask = (fields: Record<string, string>) =>
    asker.send('/support/customers/erase', { phone, mode: 'live', ...fields })
  assert.match((await ask({})).location, /problem=reason/)
  assert.match((await ask({ reason: 'asked by letter' })).text, /Nobody can undo it/)
  assert.match((await ask({ reason: 'asked by letter', confirmed: 'yes' })).location, /done=erasure_asked/)
  assert.match((await ask({ reason: 'again', confirmed: 'yes' })).location, /problem=waits/)
  const request = await requestOf(phone)
  const page = await asker.get(addressOf(phone))
  assert.match(page.text, /You asked for it: another person confirms/)
  assert.equal((await asker.send('/support/customers/erase/confirm', { phone, request, confirmed: 'yes' })).status, 403)
  assert.equal((await buyerOf(id)).phone, phone)
  // The other agent finds it in the queue, without the customer.
  const queue = await other.get('/support')
  assert.match(queue.text, /Customers to erase/)
  assert.ok(!queue.text.includes(phone.slice(1)))
  assert.equal((await other.get(`/support/erasure-requests/${request}`)).location, addressOf(phone))
  const closed = await other.send('/support/customers/erase/confirm', { phone, request, confirmed: 'yes' })
  assert.equal(closed.status, 403)
  await open(other, phone)
  service.clock.advance(16 * 60_000)
  const question = await other.send('/support/customers/erase/confirm', { phone, request, confirmed: 'yes' })
  assert.match(question.text, /proof_password/)
  assert.equal((await buyerOf(id)).phone, phone)
  const confirmed = { phone, request, confirmed: 'yes', proof_password: password }
  assert.match((await other.send('/support/customers/erase/confirm', confirmed)).location, /done=erased/)
  assert.match((await buyerOf(id)).phone, /^erased-/)
  assert.match((await other.send('/support/customers/erase/confirm', confirmed)).location, /problem=decided/)
  assert.deepEqual(await service.database.query(`select from erasure_requests where phone = '${phone}'`), [])
  const [row] = await service.database.query(`select requested_by, reason from erasures where id = '${id}'`)
  assert.deepEqual(row, { requested_by: 'agent2@support.test', reason: 'asked by letter' })
  const logged = await activities('ask_erasure', 'confirm_erasure')
  assert.deepEqual(
    logged.map((one) => (one as { what: string }).what),
    ['ask_erasure', 'confirm_erasure'],
  )
  assert.deepEqual(await askDoctor(service.app), [])
})

test('console: any agent withdraws a request; one that nobody decided ends after a week; an unknown phone is said', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  await open(asker, phone)
  const fields = { phone, mode: 'live', reason: 'asked by letter', confirmed: 'yes' }
  await asker.send('/support/customers/erase', fields)
  const withdrawn = await asker.send('/support/customers/erase/withdraw', { phone, request: await requestOf(phone) })
  assert.match(withdrawn.location, /done=erasure_withdrawn/)
  await asker.get(addressOf(phone))
  await asker.send('/support/customers/erase', fields)
  const request = await requestOf(phone)
  await service.database.query(`update erasure_requests set ends_at = requested_at`)
  assert.match((await asker.send('/support/customers/erase/withdraw', { phone, request })).location, /problem=decided/)
  assert.equal((await asker.get(`/support/erasure-requests/${request}`)).status, 404)
  assert.equal(await removeOldErasureRequests(service.app), 1)
  assert.equal((await buyerOf(id)).phone, phone)
  const unknown = newPhone()
  await open(asker, unknown)
  const none = await asker.send('/support/customers/erase', { ...fields, phone: unknown })
  assert.match(none.location, /problem=nothing/)
})
