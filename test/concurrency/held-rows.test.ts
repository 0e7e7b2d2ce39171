import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { settleDuePayments } from '../../src/payments/settle-payments.ts'
import { assertRefused, type NewMerchant, openTestApi } from '../support/api.ts'
import { holdRows } from '../support/held-rows.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const locked = 'could not acquire lock: payment is locked'
const hold = (select: string) => holdRows(service.database.connection, select)
const many = Array.from({ length: 40 }, (_, index) => index)

const captured = (owner: NewMerchant, id: string, reference: string) =>
  owner.test.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10.00', reference_id: reference })

test('a payment that somebody holds is locked at once, and nobody else waits for it', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.test.authorizedPayment('340.00')
  const ids = await Promise.all(many.map(() => other.test.authorizedPayment('340.00')))
  const held = await hold(`select from payments where id = '${id}' for update`)
  const ofOne = many.map((index) => captured(one, id, `r${index}`))
  const ofOther = ids.map((each) => captured(other, each, 'r'))
  for (const answer of await Promise.all(ofOne)) assertRefused(answer, 409, locked)
  for (const answer of await Promise.all(ofOther)) assert.equal(answer.status, 200, answer.text)
  assert.equal((await one.test.call('GET', `/api/v2/payments/${id}`)).body.captures.length, 0)
  held.assertHeld()
  await held.release()
  const again = await captured(one, id, 'r0')
  assert.deepEqual([again.status, again.body.captures.length], [200, 1])
})

test('what is due and held is gone past, in sweeps and lists, and settled once it is let go', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const ids = await Promise.all(many.map(() => one.test.authorizedPayment('340.00')))
  const others = await Promise.all(many.map(() => other.test.authorizedPayment('340.00')))
  service.clock.advance(21 * 86_400_000)
  const held = await hold(`select from payments where merchant_id = '${one.id}' for update`)
  await settleDuePayments(service.app)
  const statuses = async (owner: NewMerchant) => {
    const { status, body, text } = await owner.test.call('GET', '/api/v2/payments?status=closed')
    assert.equal(status, 200, text)
    return body.pagination.total_count
  }
  assert.equal(await statuses(other), others.length)
  assert.equal(await statuses(one), 0)
  assertRefused(await one.test.call('GET', `/api/v2/payments/${ids[0]}`), 409, locked)
  held.assertHeld()
  await held.release()
  // Put off for a little while by the system's clock.
  service.clock.advance(3_600_000)
  assert.equal(await settleDuePayments(service.app), ids.length)
  assert.equal(await statuses(one), ids.length)
  const left = await service.database.query(`select from due_retries where merchant_id = '${one.id}'`)
  assert.equal(left.length, 0)
})

test('of a dispute that somebody holds the answer comes at once, and nobody else waits', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const open = async (owner: NewMerchant): Promise<string> => {
    const payment = await owner.live.capturedPayment('340.00')
    const opened = await owner.live.call('POST', '/sandbox/disputes', { payment_id: payment, reason: 'product_issue' })
    assert.equal(opened.status, 200, opened.text)
    return opened.body.dispute.id
  }
  const id = await open(one)
  const ids = await Promise.all(many.slice(0, 20).map(() => open(other)))
  const held = await hold(`select from disputes where id = '${id}' for update`)
  const approve = (owner: NewMerchant, dispute: string) =>
    owner.live.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute] })
  const ofOne = many.slice(0, 20).map(() => approve(one, id))
  for (const answer of await Promise.all(ids.map((each) => approve(other, each)))) assert.equal(answer.status, 200)
  for (const answer of await Promise.all(ofOne)) assert.equal(answer.status, 409, answer.text)
  held.assertHeld()
  await held.release()
  assert.equal((await approve(one, id)).body.disputes[0].status, 'refunded')
})
