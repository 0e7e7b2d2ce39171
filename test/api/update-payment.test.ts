import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

function update(id: string, body?: unknown, by: Shop = shop): Promise<Answer> {
  return by.call('PUT', `/api/v2/payments/${id}`, body)
}

const undecoded = 'failed to decode request'

test("only the order's reference changes, in every status", async () => {
  const created = await shop.createdPayment()
  const rejected = await shop.createdPayment()
  await shop.call('POST', `/sandbox/payments/${rejected}/reject`)
  const expired = await shop.createdPayment()
  await shop.call('POST', `/sandbox/payments/${expired}/cancel`)
  for (const id of [created, rejected, expired, await shop.authorizedPayment(), await shop.capturedPayment()]) {
    const before = (await shop.call('GET', `/api/v2/payments/${id}`)).body
    const body = { order: { reference_id: '1001-B', tax_amount: '9' }, status: 'CLOSED', amount: 7, currency: null }
    const after = (await update(id, body)).body
    assert.deepEqual(after, { ...before, order: { ...before.order, reference_id: '1001-B' } })
    assert.deepEqual((await shop.call('GET', `/api/v2/payments/${id}`)).body, after)
  }
})

for (const body of [{}, { order: null }, { order: {} }, { order: { reference_id: null } }, { amount: 'ten' }]) {
  test(`${JSON.stringify(body)} changes nothing`, async () => {
    const id = await shop.authorizedPayment()
    const before = await api.countRows()
    assert.deepEqual((await update(id, body)).body.order.reference_id, '1001')
    assert.deepEqual(await api.countRows(), before)
  })
}

test('an unchanged reference writes nothing', async () => {
  const id = await shop.authorizedPayment()
  const before = await api.countRows()
  assert.equal((await update(id, { order: { reference_id: '1001' } })).status, 200)
  assert.deepEqual(await api.countRows(), before)
})

for (const body of [
  undefined,
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"order":7}',
  '{"order":[]}',
  '{"order":{"reference_id":7}}',
  '{"order":{"reference_id":{}}}',
]) {
  test(`the body ${body} cannot be decoded`, async () => {
    assertRefused(await update(await shop.createdPayment(), body), 400, undecoded)
  })
}

test('a reference is a storable text of at most 1,024 characters', async () => {
  const id = await shop.createdPayment()
  const longest = '😀'.repeat(1_024)
  assert.equal((await update(id, { order: { reference_id: longest } })).body.order.reference_id, longest)
  for (const reference_id of ['x'.repeat(1_025), 'a\0b', '\ud800', 'a\udc00']) {
    assertWrong(await update(id, { order: { reference_id } }), '$.order.reference_id')
  }
  assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).body.order.reference_id, longest)
})

test('the checks have the order of the contract', async () => {
  assertRefused(await update('x', '{', api.open('pk_test_x')), 401, 'invalid secret key')
  assertRefused(await update('x', '{'), 400, 'invalid payment id')
  assertRefused(await update(nobody, '{'), 400, undecoded)
  assertRefused(await update(nobody, {}), 404, 'no such payment')
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.test.createdPayment()
  const body = { order: { reference_id: 'stolen' } }
  for (const stranger of [one.live, other.test]) assertRefused(await update(id, body, stranger), 404, 'no such payment')
  assert.equal((await one.test.call('GET', `/api/v2/payments/${id}`)).body.order.reference_id, '1001')
})
