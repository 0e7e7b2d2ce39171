import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

function close(id: string, body?: unknown, by: Shop = shop): Promise<Answer> {
  return by.call('POST', `/api/v2/payments/${id}/close`, body)
}

const notAuthorized = 'only authorized payments can be closed'

test('close: without a capture the customer is refunded in full', async () => {
  const id = await shop.authorizedPayment('340.00')
  const before = await shop.call('GET', `/api/v2/payments/${id}`)
  assert.equal(before.body.cancelable, true)
  const answer = await close(id)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { ...before.body, status: 'CLOSED', cancelable: false })
  const cash = await api.service.database.query(
    `select sum(amount_minor)::text as held from ledger_entries where source_id = '${id}' and account in ('cash', 'refunds_payable')`,
  )
  assert.deepEqual(cash, [{ held: '0' }])
})

test('close: after a partial capture the excess is refunded', async () => {
  const id = await shop.authorizedPayment('340.00')
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '50.00' })
  const answer = await close(id)
  assert.deepEqual([answer.body.status, answer.body.captures.length, answer.body.amount], ['CLOSED', 1, '340.00'])
  const cash = await api.service.database.query(
    `select sum(amount_minor)::text as held from ledger_entries where source_id = '${id}' and account in ('cash', 'refunds_payable')`,
  )
  assert.deepEqual(cash, [{ held: '5000' }])
})

test('close: a second one is refused', async () => {
  const id = await shop.authorizedPayment()
  await close(id)
  const before = await api.countRows()
  assertRefused(await close(id), 400, 'already closed')
  assertRefused(await close(await shop.capturedPayment()), 400, 'already closed')
  assert.equal((await api.countRows())['payment_timeline'], (before['payment_timeline'] ?? 0) + 3)
})

test('only authorized payments can be closed', async () => {
  const id = await shop.createdPayment()
  assertRefused(await close(id), 400, notAuthorized)
  await shop.call('POST', `/sandbox/payments/${id}/reject`)
  assertRefused(await close(id), 400, notAuthorized)
  const left = await shop.createdPayment()
  await shop.call('POST', `/sandbox/payments/${left}/cancel`)
  assertRefused(await close(left), 400, notAuthorized)
})

test('close: refused after the authorization has expired', async () => {
  const own = await api.newMerchant()
  await api.service.database.query(`update stores set auto_capture_seconds = null where merchant_id = '${own.id}'`)
  const id = await own.test.authorizedPayment()
  await own.test.call('POST', '/sandbox/clock', { advance: 'P364DT23H59M59S' })
  const before = await own.test.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual([before.body.status, before.body.expires_at], ['AUTHORIZED', '2027-03-01T10:00:00Z'])
  assert.equal(before.body.cancelable, true)
  await own.test.call('POST', '/sandbox/clock', { advance: 'PT1S' })
  assertRefused(await close(id, undefined, own.test), 400, 'could not cancel payment: payment was already expired')
  const after = await own.test.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual(after.body, { ...before.body, cancelable: false })
  const listed = await own.test.call('GET', '/api/v2/payments')
  assert.deepEqual(listed.body.payments, [after.body])
})

for (const body of ['', ' ', 'null', '[]', '{}', '{', '7', '{"amount":[]}', 'no json at all']) {
  test(`a body such as ${JSON.stringify(body)} is ignored`, async () => {
    assert.equal((await close(await shop.authorizedPayment(), body)).body?.status, 'CLOSED')
  })
}

test('the checks have the order of the contract', async () => {
  assertRefused(await close('x', '{', api.open('sk_11')), 401, 'invalid secret key')
  assertRefused(await close('x', '{'), 400, 'invalid payment id')
  assertRefused(await close(nobody, '{'), 404, 'no such payment')
})

test("another merchant's payment and one of the other mode do not exist", async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.test.authorizedPayment()
  for (const stranger of [one.live, other.live, other.test]) {
    assertRefused(await close(id, undefined, stranger), 404, 'no such payment')
  }
  assert.equal((await close(id, undefined, one.test)).body.status, 'CLOSED')
})
