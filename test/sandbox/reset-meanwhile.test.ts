import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { removeOthers } from '../../src/rehearsal/sandbox/reset/store.ts'
import { succeed } from '../../testkit/client.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

async function book(): Promise<void> {
  while ((await bookAll(api.service.app)) > 0);
}

test('concurrent resets and calls leave nothing that the doctor reports', async () => {
  const { test: shop } = await api.newMerchant()
  await Promise.all(Array.from({ length: 30 }, () => shop.capturedPayment('20.00')))
  const reset = async () => succeed(await shop.call('POST', '/sandbox/reset'))
  const live = async (): Promise<void> => {
    for (let count = 0; count < 10; count += 1) {
      const { body } = await shop.checkout('10.00')
      const id = body.payment?.id
      await shop.call('POST', `/sandbox/payments/${id}/authorize`)
      await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10.00' })
    }
  }
  await Promise.all([reset(), reset(), live(), live(), book()])
  await book()
  assert.deepEqual(await askDoctor(api.service.app), [])
})

test('a payment that is made during a reset keeps its search terms', async () => {
  const merchant = await api.newMerchant()
  await merchant.test.createdPayment()
  await api.service.app.db.run(removeOthers, { merchantId: merchant.id, isTest: true, limit: 1_000 })
  assert.deepEqual(await askDoctor(api.service.app), [])
})
