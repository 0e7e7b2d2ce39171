import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Stripe } from 'stripe'
import { dueWorks } from '../../src/entries/due-works.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openStripeStub, type StripeStub } from '../../testkit/stripe/stripe-stub.ts'
import type { TestCardName } from '../../testkit/stripe/test-cards.ts'
import { type FormCustomer, stageFor } from '../pages/forms.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { payAtStripe } from '../support/stripe.ts'

const secret = 'whsec_test'

let stub: StripeStub
let service: TestService
let shop: Shop
before(async () => {
  stub = await openStripeStub()
  const stripe = { STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url, STRIPE_WEBHOOK_SECRET: secret }
  service = await startTestService({ env: { CARD_PROCESSOR: 'stripe', ...stripe } })
  shop = openShop(service.urls.uae, demoKey(1, 'sk_'))
})
after(async () => {
  await service.close()
  await stub.close()
})

const pay = (card: TestCardName): Promise<FormCustomer> => payAtStripe({ stub, service, shop }, card)

function intentOf({ paymentId }: FormCustomer) {
  return stub.books.intents.find(({ metadata }) => metadata['qist_payment_id'] === paymentId) ?? assert.fail()
}

function tell(type: string, object: object, by = secret): Promise<Response> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  return send(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: by }))
}

function send(body: string, signature?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'stripe-signature': signature }),
  }
  return fetch(`${service.urls.uae}/processor/stripe/webhook`, { method: 'POST', body, headers })
}

async function settleAll(): Promise<void> {
  for (const work of dueWorks) await settleDue(service.app, work)
}

test("a customer who confirms at the bank and never returns is charged when Stripe's event arrives", async () => {
  const customer = await pay('pm_card_authenticationRequired')
  assert.equal(await stageFor(customer), 'challenge')
  const intent = intentOf(customer)
  stub.books.answerBank(intent.id, true)
  await settleAll()
  assert.equal(await stageFor(customer), 'challenge')
  assert.equal((await tell('payment_intent.succeeded', intent)).status, 200)
  assert.equal((await tell('payment_intent.succeeded', intent)).status, 200)
  await settleAll()
  assert.equal(await stageFor(customer), 'approved')
  assert.equal((await shop.call('GET', `/api/v2/payments/${customer.paymentId}`)).body.status, 'AUTHORIZED')
})

test('events are not trusted: the processor is queried', async () => {
  const customer = await pay('pm_card_authenticationRequired')
  const intent = intentOf(customer)
  // The event says declined; the intent itself was confirmed.
  stub.books.answerBank(intent.id, true)
  await tell('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' })
  await settleAll()
  assert.equal(await stageFor(customer), 'approved')
})

test("a pending return is confirmed when Stripe's event arrives", async () => {
  const { paymentId } = await pay('pm_card_pendingRefund')
  const path = `/api/v2/payments/${paymentId}`
  await shop.call('POST', `${path}/captures`, { amount: '340.00', reference_id: 'c' })
  await shop.call('POST', `${path}/refunds`, { amount: '300.00', reference_id: 'r' })
  await settleAll()
  const stateOf = async () =>
    (await service.database.query(`select state, amount_minor from returns where payment_id = '${paymentId}'`))[0]
  assert.deepEqual(await stateOf(), { state: 'waiting', amount_minor: '4500' })
  stub.books.settle()
  const refund = stub.books.refunds.at(-1) ?? assert.fail()
  assert.equal((await tell('refund.updated', refund)).status, 200)
  await settleAll()
  assert.deepEqual(await stateOf(), { state: 'confirmed', amount_minor: '4500' })
})

test("a return that fails after its confirmation is owed again on Stripe's event: once, and not sent again", async () => {
  const { paymentId } = await pay('pm_card_refundFail')
  const path = `/api/v2/payments/${paymentId}`
  await shop.call('POST', `${path}/captures`, { amount: '340.00', reference_id: 'c' })
  await shop.call('POST', `${path}/refunds`, { amount: '300.00', reference_id: 'r' })
  await settleAll()
  const planOf = async () => (await shop.call('GET', `/sandbox/payments/${paymentId}/plan`)).body.plan
  const [before] = (await planOf()).returns
  assert.deepEqual([before.status, before.amount], ['confirmed', '45.00'])
  stub.books.settle()
  const refund = stub.books.refunds.at(-1) ?? assert.fail()
  assert.equal(refund.status, 'failed')
  const tellTwice = (type: string) => Promise.all([tell(type, refund), tell(type, refund)])
  assert.deepEqual(
    (await tellTwice('refund.failed')).map(({ status }) => status),
    [200, 200],
  )
  await Promise.all([settleAll(), settleAll()])
  // Late and out of order.
  await tellTwice('refund.updated')
  await settleAll()
  const { returns, owed, paid, returned } = await planOf()
  assert.deepEqual(returns, [{ ...before, status: 'failed' }])
  assert.deepEqual([paid, owed, returned], ['85.00', '-45.00', '0.00'])
  const intent = intentOf({ paymentId } as FormCustomer)
  assert.equal(stub.books.refunds.filter(({ payment_intent }) => payment_intent === intent.id).length, 1)
})

test('an event of a start leaves the customer at the bank', async () => {
  const customer = await pay('pm_card_authenticationRequired')
  assert.equal((await tell('payment_intent.requires_action', intentOf(customer))).status, 200)
  await settleAll()
  assert.equal(await stageFor(customer), 'challenge')
  assert.equal(intentOf(customer).status, 'requires_action')
})

test('an unsigned event is refused and wakes no work', async () => {
  const customer = await pay('pm_card_authenticationRequired')
  const intent = intentOf(customer)
  stub.books.answerBank(intent.id, true)
  for (const response of [
    await tell('payment_intent.succeeded', intent, 'whsec_other'),
    await send(JSON.stringify({ type: 'payment_intent.succeeded', data: { object: intent } })),
    await send('', 't=1,v1=0'),
  ]) {
    assert.equal(response.status, 400)
    assert.match(await response.text(), /signature is wrong/)
  }
  assert.doesNotMatch(await (await send('x'.repeat(300_000), 't=1,v1=0')).text(), /signature/)
  await settleAll()
  assert.equal(await stageFor(customer), 'challenge')
})

test('events of unknown charges and refunds change nothing', async () => {
  for (const id of ['qist_charge_id', 'qist_refund_id']) {
    const metadata = { qist_merchant_id: randomUUID(), [id]: randomUUID() }
    assert.equal((await tell('refund.updated', { object: 'refund', metadata })).status, 200)
  }
})

test('without a secret there is no webhook route', async () => {
  const other = await startTestService()
  const response = await fetch(`${other.urls.uae}/processor/stripe/webhook`, { method: 'POST', body: '{}' })
  assert.equal(response.status, 404)
  await other.close()
})
