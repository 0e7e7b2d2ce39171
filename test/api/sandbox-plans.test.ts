import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

test('there is no plan of another merchant or mode, nor of what was never authorized: nothing of it is read, paid or changed', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const [id, created] = [await one.test.capturedPayment('340.00'), await one.test.createdPayment('340.00')]
  const before = await api.countRows()
  const calls = [
    ['GET', 'plan', undefined],
    ['POST', 'pay', { what: 'next' }],
    ['POST', 'card', { number: '5555555555554444' }],
  ] as const
  for (const [method, what, body] of calls) {
    const call = (shop: typeof one.test, of: string) => shop.call(method, `/sandbox/payments/${of}/${what}`, body)
    for (const [shop, of] of [
      [other.test, id],
      [one.live, id],
      [one.test, nobody],
    ] as const) {
      assertRefused(await call(shop, of), 404, 'no such payment')
    }
    assertRefused(await call(one.test, created), 404, 'no such plan')
  }
  assert.deepEqual(await api.countRows(), before)
})

test('what is no card number is told before whose plan it would be for', async () => {
  const { test: shop } = await api.newMerchant()
  for (const id of [nobody, await shop.capturedPayment('340.00')]) {
    assertWrong(await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '1234' }), '$.number')
  }
})
