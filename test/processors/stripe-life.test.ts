import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openStripeStub, type StripeStub } from '../../testkit/stripe/stripe-stub.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { payAtStripe } from '../support/stripe.ts'

let stub: StripeStub
let service: TestService
const keys = { secret: demoKey(1, 'sk_') }
before(async () => {
  stub = await openStripeStub()
  const env = { CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url }
  service = await startTestService({ env })
})
after(async () => {
  await service.close()
  await stub.close()
})

const openLiveShop = (options: object = {}): Shop => openShop(service.urls.uae, keys.secret, options)

/** Stripe's movements of a payment, in minor units: charged and refunded. */
function movedOf(paymentId: string): { charged: number[]; returned: number[] } {
  const intents = stub.books.intents.filter(({ metadata }) => metadata['qist_payment_id'] === paymentId)
  const ids = intents.map(({ id }) => id)
  return {
    charged: intents.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
    returned: stub.books.refunds
      .filter(({ payment_intent }) => ids.includes(payment_intent ?? ''))
      .map(({ amount }) => amount),
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

async function planOf(shop: Shop, paymentId: string) {
  return (await shop.call('GET', `/sandbox/payments/${paymentId}/plan`)).body.plan
}

test('a payment is collected by instalments without the customer, and a refund is returned to the card', async () => {
  const shop = openLiveShop()
  const { paymentId } = await payAtStripe({ stub, service, shop }, 'pm_card_visa')
  const path = `/api/v2/payments/${paymentId}`
  await shop.call('POST', `${path}/captures`, { amount: '340.00', reference_id: 'c' })
  assert.equal((await shop.call('POST', '/sandbox/clock', { advance: 'P40D' })).status, 200)
  assert.deepEqual(movedOf(paymentId), { charged: [8_500, 8_500], returned: [] })
  const later = stub.requests.findLast(({ path }) => path === '/v1/payment_intents')
  assert.equal(later?.form['off_session'], 'true')
  await shop.call('POST', `${path}/refunds`, { amount: '300.00', reference_id: 'r' })
  await settleDue(service.app, dueReturns)
  assert.equal(sumOf(movedOf(paymentId).returned), 13_000)
  const plan = await planOf(shop, paymentId)
  assert.deepEqual([plan.status, plan.paid, plan.owed, plan.returned], ['completed', '40.00', '0.00', '130.00'])
})

test('a challenge of a later instalment leaves it overdue and charges nothing', async () => {
  const shop = openLiveShop()
  const { paymentId } = await payAtStripe({ stub, service, shop }, 'pm_card_visa')
  for (const method of stub.books.methods.values())
    Object.assign(method, { card: { ...method.card, challenge: 'always' } })
  await shop.call('POST', `/api/v2/payments/${paymentId}/captures`, { amount: '340.00', reference_id: 'c' })
  await shop.call('POST', '/sandbox/clock', { advance: 'P35D' })
  assert.deepEqual(movedOf(paymentId).charged, [8_500])
  const plan = await planOf(shop, paymentId)
  assert.equal(plan.status, 'overdue')
  assert.equal(plan.charges.at(-1).decline_reason, 'customer_required')
})

test('KWD: whole tens of fils are charged and returned, for any refund', async () => {
  const shop = openLiveShop({ merchantCode: 'demo_kw', currency: 'KWD' })
  const { paymentId } = await payAtStripe({ stub, service, shop }, 'pm_card_visa', { amount: '40.000' })
  await shop.call('POST', `/api/v2/payments/${paymentId}/captures`, { amount: '40.000', reference_id: 'c' })
  await shop.call('POST', '/sandbox/clock', { advance: 'P40D' })
  assert.deepEqual(movedOf(paymentId), { charged: [10_000, 10_000], returned: [] })
  await shop.call('POST', `/api/v2/payments/${paymentId}/refunds`, { amount: '30.005', reference_id: 'r' })
  await settleDue(service.app, dueReturns)
  // At least the excess is returned: the paid amount never exceeds the total.
  assert.equal(sumOf(movedOf(paymentId).returned), 10_010)
})
