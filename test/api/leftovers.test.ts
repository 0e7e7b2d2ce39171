import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkPlans } from '../../src/money/collections/integrity/check-plans.ts'
import { checkIntegrity } from '../../src/money/payments/integrity/check-integrity.ts'
import { succeed } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'
import { planOf } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())
// Simulates a processor that charges Kuwaiti dinars in steps of 0.010.
Object.assign(api.service.app.cards.test, { limits: () => ({ smallestMinor: 10n, stepMinor: 10n }) })

test("an excess refund in the card's steps is written off: the plan ends, and the books agree", async () => {
  const { test: shop } = await api.newMerchant({ country: 'KW' })
  const id = await shop.capturedPayment('10.000')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  const refunds = [
    ['0.005', '0.010'],
    ['0.003', '0.010'],
    ['0.004', '0.020'],
  ] as const
  for (const [amount, returned] of refunds) {
    succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount }))
    const plan = await planOf(shop, id)
    assert.deepEqual([plan.status, plan.returned, plan.next_attempt_at], ['completed', returned, null])
  }
  for await (const { findings } of checkPlans(api.service.app)) assert.deepEqual(findings, [])
  for await (const { findings } of checkIntegrity(api.service.app)) assert.deepEqual(findings, [])
})
