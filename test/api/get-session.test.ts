import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { demoKey } from '../../testkit/shop.ts'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const { clock } = api.service
const read = (id: string, by = shop) => by.call('GET', `/api/v2/checkout/${id}`)

test('a session is read in the shape of its creation', async () => {
  const made = (await shop.checkout('340.00')).body
  assert.deepEqual((await read(made.id)).body, made)
  assert.deepEqual((await read(made.id.toUpperCase())).body, made)
})

test('a rejected session stays rejected', async () => {
  const made = (await shop.checkout('60000.00')).body
  const again = (await read(made.id)).body
  assert.deepEqual(again, made)
  assert.deepEqual(again.configuration.available_products, {})
})

test('its status follows the payment', async () => {
  for (const [move, status] of [
    ['authorize', 'approved'],
    ['reject', 'rejected'],
    ['cancel', 'expired'],
  ]) {
    const { id, payment } = (await shop.checkout()).body
    await shop.call('POST', `/sandbox/payments/${payment.id}/${move}`)
    assert.equal((await read(id)).body.status, status)
  }
})

test('a session expires after twenty minutes and its payment after thirty, without a worker', async () => {
  const own = (await api.newMerchant()).test
  const { id } = (await own.checkout()).body
  const state = async () => {
    const { body } = await read(id, own)
    return [body.status, body.payment.status]
  }
  clock.advance(20 * 60_000 - 1)
  assert.deepEqual(await state(), ['created', 'CREATED'])
  clock.advance(1)
  assert.deepEqual(await state(), ['expired', 'CREATED'])
  clock.advance(10 * 60_000)
  assert.deepEqual(await state(), ['expired', 'EXPIRED'])
})

test('a plan of the 31st is due on the last day of shorter months', async () => {
  const own = (await api.newMerchant()).test
  const plan = async () => {
    const { body } = await own.checkout('4.00')
    const [plan] = (await read(body.id, own)).body.configuration.available_products.installments
    return [plan.next_payment_date, ...plan.installments.map((part: { due_date: string }) => part.due_date)]
  }
  clock.set(Date.parse('2028-01-31T19:59:59Z'))
  assert.deepEqual(await plan(), ['2028-02-29T00:00:00Z', '2028-02-29', '2028-03-31', '2028-04-30'])
  // It is February in Dubai.
  clock.advance(1_000)
  assert.deepEqual(await plan(), ['2028-03-01T00:00:00Z', '2028-03-01', '2028-04-01', '2028-05-01'])
})

test('public keys of the merchant and mode may read a session', async () => {
  const one = await api.newMerchant()
  const [test, live] = [(await one.test.checkout()).body, (await one.live.checkout()).body]
  assert.deepEqual((await read(test.id, api.open(one.keys.test.public))).body, test)
  assert.deepEqual((await read(live.id, api.open(one.keys.live.public))).body, live)
  assertRefused(await read(live.id, api.open(one.keys.test.public)), 404, 'no such session')
  assertRefused(await read(test.id, api.open(one.keys.live.public)), 404, 'no such session')
  assertRefused(await read(test.id, one.live), 404, 'no such session')
  assertRefused(await read(test.id, api.open(demoKey(2, 'pk_test_'))), 404, 'no such session')
  assertRefused(await read(test.id), 404, 'no such session')
})

test('the checks have the order of the contract', async () => {
  assertRefused(await read('x', api.open(`pk_test_${randomUUID()}`)), 401, 'api key not found')
  assertRefused(await read('x', api.open('pk_live_x')), 401, 'invalid secret key')
  assertRefused(await read('x', api.open(demoKey(3, 'pk_'))), 403, 'merchant region does not match cluster region')
  assertRefused(await read('x'), 400, 'could not decode request')
  assertRefused(await read(nobody), 404, 'no such session')
  const { payment } = (await shop.checkout()).body
  assertRefused(await read(payment.id), 404, 'no such session')
})
