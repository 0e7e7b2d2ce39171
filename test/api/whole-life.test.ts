import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoKey, type Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let shop: Shop

before(async () => {
  api = await openTestApi()
  shop = api.open(demoKey(1))
})
after(() => api.close())

test('a payment goes from session to refund', async () => {
  const session = await shop.checkout('340.00')
  assert.equal(session.body.status, 'created')
  const { id } = session.body.payment
  const authorized = await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  assert.equal(authorized.body.status, 'AUTHORIZED')
  const part = await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '100', reference_id: 'c1' })
  assert.deepEqual([part.body.status, part.body.captures[0].amount], ['AUTHORIZED', '100.00'])
  const rest = await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: 240, reference_id: 'c2' })
  assert.equal(rest.body.status, 'CLOSED')
  const refund = await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '300.00', reference_id: 'r1' })
  assert.deepEqual([refund.body.status, refund.body.refunds[0].amount], ['CLOSED', '300.00'])
  const listed = await shop.call('GET', '/api/v2/payments')
  assert.deepEqual(listed.body.payments, [refund.body])
  const approved = await shop.call('GET', `/api/v2/checkout/${session.body.id}`)
  assert.equal(approved.body.status, 'approved')
})

test('no event of a whole life is logged as a failure', () => {
  assert.deepEqual(
    api.service.logged.filter((line) => line['level'] === 'error'),
    [],
  )
})
