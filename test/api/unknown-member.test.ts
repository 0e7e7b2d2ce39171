import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { openShop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

test('an unknown member is in answers and their payments, in no failure, and the call succeeds', async () => {
  const { test: conforming } = await api.newMerchant()
  // The reference does not have the member.
  const shop = openShop(conforming.baseUrl, conforming.key, { merchantCode: 'main' })
  const rule = { on: { operation: '*' }, do: { kind: 'unknown_member' }, when: { times: 1_000 } }
  succeed(await shop.call('POST', '/sandbox/faults', rule))
  const capture = { amount: '100.00', reference_id: 'part-1' }
  const isGrown = (body: object): boolean => 'introduced_later' in body
  const { body: session } = await shop.checkout()
  assert.deepEqual([isGrown(session), isGrown(session.payment)], [true, true])
  const { id } = session.payment
  assert.ok(isGrown((await shop.call('GET', `/api/v2/payments/${id}`)).body))
  const refused = await shop.call('POST', `/api/v2/payments/${id}/captures`, capture)
  assert.deepEqual([refused.status, isGrown(refused.body)], [400, false])
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  const { status, body } = await shop.call('POST', `/api/v2/payments/${id}/captures`, capture)
  assert.deepEqual([status, isGrown(body), body.captures.length], [200, true, 1])
  const { body: list } = await shop.call('GET', '/api/v2/payments')
  assert.deepEqual([isGrown(list), list.payments.map(isGrown)], [true, [true]])
  await shop.call('DELETE', '/sandbox/faults')
  assert.equal(isGrown((await shop.call('GET', `/api/v2/payments/${id}`)).body), false)
})
