import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const cancel = (id: string, by = shop, body?: unknown) => by.call('POST', `/api/v2/checkout/${id}/cancel`, body)
const finalized = 'could not cancel: session is already finalized'

test('cancelling expires the session and its payment', async () => {
  const made = (await shop.checkout()).body
  const { status, body } = await cancel(made.id)
  assert.deepEqual([status, body.status, body.payment.status], [200, 'expired', 'EXPIRED'])
  assert.deepEqual(Object.keys(body), Object.keys(made))
  assert.deepEqual((await shop.call('GET', `/api/v2/checkout/${made.id}`)).body, body)
  assertRefused(await cancel(made.id), 400, finalized)
})

test('a finished session cannot be cancelled', async () => {
  for (const move of ['authorize', 'reject', 'cancel']) {
    const { id, payment } = (await shop.checkout()).body
    await shop.call('POST', `/sandbox/payments/${payment.id}/${move}`)
    const before = await shop.call('GET', `/api/v2/payments/${payment.id}`)
    assertRefused(await cancel(id), 400, finalized)
    assert.deepEqual((await shop.call('GET', `/api/v2/payments/${payment.id}`)).body, before.body)
  }
  const rejected = (await shop.checkout('60000')).body
  assertRefused(await cancel(rejected.id), 400, finalized)
  const own = (await api.newMerchant()).test
  const late = (await own.checkout()).body
  api.service.clock.advance(20 * 60_000)
  assertRefused(await cancel(late.id, own), 400, finalized)
})

for (const body of ['', 'null', '[]', '{', '{"payment":7}']) {
  test(`the body ${JSON.stringify(body)} is ignored`, async () => {
    assert.equal((await cancel((await shop.checkout()).body.id, shop, body)).status, 200)
  })
}

test('the checks have the order of the contract, and public keys are refused', async () => {
  const one = await api.newMerchant()
  const { id } = (await one.test.checkout()).body
  assertRefused(await cancel('x', api.open(one.keys.test.public)), 401, 'invalid secret key')
  assertRefused(await cancel(id, api.open(one.keys.test.public)), 401, 'invalid secret key')
  assertRefused(await cancel('x', one.test), 400, 'could not decode request')
  assertRefused(await cancel(nobody, one.test), 404, 'no such session')
  assertRefused(await cancel(id, one.live), 404, 'no such session')
  assertRefused(await cancel(id), 404, 'no such session')
  assert.equal((await cancel(id, one.test)).status, 200)
})
