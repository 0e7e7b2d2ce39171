import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MerchantId } from '../../src/platform/base/ids.ts'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, openTestApi } from '../support/api.ts'

// The store's limit of days for refunds (docs/contract/payments.md#refunds).

const api = await openTestApi()
after(() => api.close())

const refund = (shop: Shop, id: string, reference_id: string) =>
  shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '10.00', reference_id })
const pass = async (shop: Shop, advance: string): Promise<void> => {
  const answer = await shop.call('POST', '/sandbox/clock', { advance })
  assert.equal(answer.status, 200, answer.text)
}

test('a payment is refunded until 180 days after its creation; a repeated reference is answered later, too', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('100.00')
  await pass(shop, 'P179DT23H')
  assert.equal((await refund(shop, id, 'a')).status, 200)
  await pass(shop, 'PT2H')
  assertRefused(await refund(shop, id, 'b'), 400, 'can not refund payment later than 180 days after its creation')
  const repeated = await refund(shop, id, 'a')
  assert.deepEqual([repeated.status, repeated.body.refunds.length], [200, 1])
})

test('a store has its own limit, or none, which holds for existing payments', async () => {
  const merchant = await api.newMerchant()
  const { test: shop } = merchant
  const set = (refundDays: number | null) =>
    changeStore(api.service.app, merchant.id as MerchantId, 'main', () => ({ refundDays }))
  const id = await shop.capturedPayment('100.00')
  await pass(shop, 'P20D')
  await set(14)
  assertRefused(await refund(shop, id, 'a'), 400, 'can not refund payment later than 14 days after its creation')
  await pass(shop, 'P300D')
  await set(null)
  assert.equal((await refund(shop, id, 'a')).status, 200)
  for (const wrong of [0, -1, 10_000]) await assert.rejects(set(wrong), /refunds must be possible for 1 to 9999 days/)
})

test('an approved dispute refunds after the limit', async () => {
  const merchant = await api.newMerchant()
  const { live } = merchant
  const id = await live.capturedPayment('100.00')
  await changeStore(api.service.app, merchant.id as MerchantId, 'main', () => ({ refundDays: 1 }))
  await pass(live, 'P2D')
  const opened = await live.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' })
  assert.equal(opened.status, 200, opened.text)
  const approved = await live.call('POST', '/api/v1/disputes/approve', { dispute_ids: [opened.body.dispute.id] })
  assert.equal(approved.status, 200, approved.text)
  const { body } = await live.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual(
    body.refunds.map(({ amount }: { amount: string }) => amount),
    ['100.00'],
  )
  assertRefused(await refund(live, id, 'a'), 400, 'can not refund payment later than 1 day after its creation')
})
