import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoKey } from '../../testkit/shop.ts'
import { assertNoRoute, assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const move = (id: string, name: string, by = shop, body?: unknown) =>
  by.call('POST', `/sandbox/payments/${id}/${name}`, body)

for (const [name, status] of [
  ['authorize', 'AUTHORIZED'],
  ['reject', 'REJECTED'],
  ['cancel', 'EXPIRED'],
] as const) {
  test(`${name} makes a created payment ${status}, once`, async () => {
    const id = await shop.createdPayment()
    const answer = await move(id, name)
    assert.deepEqual([answer.status, answer.body.status], [200, status])
    for (const again of ['authorize', 'reject', 'cancel']) {
      const refused = await move(id, again)
      assert.deepEqual([refused.status, refused.body.errorType], [400, 'bad_data'])
    }
    assert.deepEqual((await shop.call('GET', `/api/v2/payments/${id}`)).body, answer.body)
  })

  test(`${name} has the order of checks of the contract`, async () => {
    const one = await api.newMerchant()
    const id = await one.test.createdPayment()
    assertRefused(await move('x', name, api.open('')), 401, 'invalid secret key')
    assertRefused(await move('x', name, api.open(one.keys.test.public)), 401, 'invalid secret key')
    assertRefused(await move('x', name, api.open(demoKey(3))), 403, 'merchant region does not match cluster region')
    assertRefused(await move('x', name), 400, 'invalid payment id')
    assertRefused(await move(nobody, name), 404, 'no such payment')
    assertRefused(await move(id, name, one.live), 404, 'no such payment')
    assertRefused(await move(id, name), 404, 'no such payment')
    assert.equal((await move(id, name, one.test, '[]')).status, 200)
  })
}

test('an overdue payment has expired', async () => {
  const own = (await api.newMerchant()).test
  const id = await own.createdPayment()
  await own.call('POST', '/sandbox/clock', { advance: 'PT30M' })
  assert.equal((await move(id, 'authorize', own)).status, 400)
  assert.equal((await own.call('GET', `/api/v2/payments/${id}`)).body.status, 'EXPIRED')
})

test('a store may capture at authorization', async () => {
  const own = await api.newMerchant()
  await api.service.database.query(`update stores set auto_capture_seconds = 0 where merchant_id = '${own.id}'`)
  const id = await own.test.createdPayment('9.99')
  const { body } = await move(id, 'authorize', own.test)
  assert.deepEqual([body.status, body.captures[0].amount], ['CLOSED', '9.99'])
  assert.equal(body.captures[0].reference_id, `auto-capture-${id}`)
  const notes = await api.service.database.query(
    `select body->>'status' as status from notifications where payment_id = '${id}' order by sequence`,
  )
  assert.deepEqual(
    notes.map((note) => note['status']),
    ['authorized', 'authorized', 'closed'],
  )
})

test('other moves do not exist', async () => {
  const id = await shop.createdPayment()
  assertNoRoute(await move(id, 'steal'))
  assertNoRoute(await shop.call('GET', `/sandbox/payments/${id}/authorize`))
})

test('the customer cannot accept after the session has expired', async () => {
  const id = await api.shop.createdPayment()
  const advanced = await api.shop.call('POST', '/sandbox/clock', { advance: 'PT20M' })
  assert.equal(advanced.status, 200)
  const late = await api.shop.call('POST', `/sandbox/payments/${id}/authorize`)
  assert.deepEqual([late.status, late.body.error], [400, 'payment is not waiting for the customer'])
  assert.equal((await api.shop.call('GET', `/api/v2/payments/${id}`)).body.status, 'CREATED')
})
