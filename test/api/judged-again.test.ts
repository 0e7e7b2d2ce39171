import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { forgetServiceBlocks } from '../../src/money/risk/service-blocks.ts'
import { succeed } from '../../testkit/client.ts'
import { runQist } from '../../testkit/command.ts'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { type FormCustomer, fillIn, goodCard, openForms, sendForm, stageFor } from '../pages/forms.ts'
import { assertRefused, openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { pass } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

const put = async (shop: Shop, body: object): Promise<void> => {
  succeed(await shop.call('PUT', '/sandbox/risk', body))
}
const decisionOf = async (shop: Shop, id: string) =>
  succeed(await shop.call('GET', `/sandbox/payments/${id}/decision`)).body.decision
const statusOf = async (shop: Shop, id: string): Promise<string> =>
  succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.status
const chargesOf = (id: string) => api.service.database.query(`select state from charges where payment_id = '${id}'`)
const authorize = (shop: Shop, id: string) => shop.call('POST', `/sandbox/payments/${id}/authorize`)

/** Opens a session by another phone, proves this one at the page, and presses pay. */
async function payAs(shop: Shop, phone: string, number?: string): Promise<FormCustomer> {
  const customer = await openForms(shop)
  await fillIn(customer, number, phone)
  await sendForm(customer, 'pay')
  return customer
}

async function assertRejected(shop: Shop, customer: FormCustomer, rule: string): Promise<void> {
  assert.equal(await stageFor(customer), 'refused')
  assert.equal(await statusOf(shop, customer.paymentId), 'REJECTED')
  assert.deepEqual(await chargesOf(customer.paymentId), [])
  const decision = await decisionOf(shop, customer.paymentId)
  assert.deepEqual([decision.outcome, decision.reason], ['rejected', 'not_available'])
  const spoken = decision.rules.filter(({ spoke }: { spoke: boolean }) => spoke)
  assert.deepEqual(
    spoken.map(({ name }: { name: string }) => name),
    [rule],
  )
  assert.match(decision.at, /^2026-0/)
  assert.equal(decision.before.outcome, 'approved')
}

/** Opens a session of this amount and buyer, and returns the payment's id. */
async function open(shop: Shop, amount: string, buyer: object): Promise<string> {
  const { body } = succeed(await shop.checkout(amount, { buyer }))
  assert.equal(body.status, 'created')
  return body.payment.id
}

test('a blocked phone that is proved at the page pays nothing: the payment is rejected, and explain says why', async () => {
  const { test: shop } = await api.newMerchant()
  await put(shop, { blocked: [{ phone: '+971501112233' }] })
  const customer = await payAs(shop, '+971501112233')
  await assertRejected(shop, customer, 'blocked')
  const session = succeed(await shop.call('GET', `/api/v2/checkout/${customer.sessionId}`)).body
  const { is_available, rejection_reason } = session.configuration.products.installments
  assert.deepEqual([session.status, is_available, rejection_reason], ['rejected', false, 'not_available'])
  const { database, app } = api.service
  const { stdout } = await runQist(database.url, app.config.dataDir, 'explain', customer.paymentId)
  assert.match(stdout, /Refused as the customer paid \(not_available\)/)
  assert.match(stdout, /approved +by 2 risk rules[\s\S]*refused +as the customer paid: not_available, by blocked/)
})

test('the service blocks a proved phone at every merchant, and test keys the numbers that end in 0002', async () => {
  const { test: shop } = await api.newMerchant()
  await assertRejected(shop, await payAs(shop, '+971501110002'), 'blocked')
  await api.service.database.query(
    `insert into risk_blocks (merchant_id, is_test, contact, id) values ('00000000-0000-0000-0000-000000000000', true, '+971501112299', gen_random_uuid())`,
  )
  forgetServiceBlocks(api.service.app)
  await assertRejected(shop, await payAs(shop, '+971501112299'), 'blocked')
})

test('a customer who is blocked after the session was opened pays nothing', async () => {
  const { test: shop } = await api.newMerchant()
  const buyer = newBuyer()
  const id = await open(shop, '340.00', buyer)
  await put(shop, { blocked: [{ email: buyer.email }] })
  assertRefused(await authorize(shop, id), 400, 'payment is not waiting for the customer')
  assert.equal(await statusOf(shop, id), 'REJECTED')
})

test('the overdue debt and the exposure of a proved phone count, not those of the order', async () => {
  const { test: shop } = await api.newMerchant()
  const buyer = newBuyer()
  const id = await open(shop, '400.00', buyer)
  succeed(await authorize(shop, id))
  await put(shop, { rules: { max_open_exposure: '600.00' } })
  // 300.00 are owed, and 340.00 more would be.
  await assertRejected(shop, await payAs(shop, buyer.phone), 'max_open_exposure')
  assert.equal(await stageFor(await payAs(shop, '+971501117001')), 'approved')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  const declining = { card: '4000000000000341' }
  const late = newBuyer()
  const owing = await open(shop, '100.00', late)
  succeed(await shop.call('POST', `/sandbox/payments/${owing}/authorize`, declining))
  succeed(await shop.call('POST', `/api/v2/payments/${owing}/captures`, { amount: '100.00', reference_id: 'c' }))
  await put(shop, { rules: { refuse_overdue: true } })
  await pass(shop, 'P35D')
  await assertRejected(shop, await payAs(shop, late.phone), 'refuse_overdue')
})

test('sessions that were opened before others are paid do not break a limit', async () => {
  const { test: shop } = await api.newMerchant()
  await put(shop, { rules: { max_open_exposure: '1000.00', max_orders_per_day: 2 } })
  const buyer = newBuyer()
  const ids = await Promise.all(['600.00', '400.00', '300.00', '100.00'].map((amount) => open(shop, amount, buyer)))
  const [first = '', second = '', third = '', fourth = ''] = ids
  succeed(await authorize(shop, first))
  succeed(await authorize(shop, second))
  // 450.00 and 300.00 are owed.
  assertRefused(await authorize(shop, third), 400, 'payment is not waiting for the customer')
  const { rules } = await decisionOf(shop, third)
  assert.deepEqual(rules.slice(-3, -1).map(Object.values), [
    ['max_open_exposure', '1000.00', '1050.00', true],
    ['max_orders_per_day', 2, 2, true],
  ])
  await put(shop, { rules: { max_open_exposure: '1000.00' } })
  succeed(await authorize(shop, fourth))
})

test('live sessions are judged again by the limit of the market', async () => {
  const { live } = await api.newMerchant()
  const buyer = newBuyer()
  const ids = await Promise.all([1, 2].map(() => open(live, '19000.00', buyer)))
  succeed(await authorize(live, ids[0] ?? ''))
  assertRefused(await authorize(live, ids[1] ?? ''), 400, 'payment is not waiting for the customer')
  assert.equal(await statusOf(live, ids[1] ?? ''), 'REJECTED')
})

test('a charge that waits for the bank counts as owed, and no more once it is declined', async () => {
  const { test: shop } = await api.newMerchant()
  await put(shop, { rules: { max_open_exposure: '600.00' } })
  const phone = '+971501117005'
  const waiting = await payAs(shop, phone, '4000000000003220')
  assert.equal(await stageFor(waiting), 'challenge')
  // 255.00 would be owed of the first order, and 340.00 of this one.
  const second = await payAs(shop, phone)
  assert.equal(await stageFor(second), 'approved')
  await assertRejected(shop, await payAs(shop, phone), 'max_open_exposure')
  await sendForm(waiting, 'bank', { answer: 'decline' })
  assert.equal(await stageFor(await payAs(shop, phone)), 'approved')
})

test('after a refusal at the payment nothing is wrong, and a declined card is no refusal', async () => {
  const { test: shop } = await api.newMerchant()
  await put(shop, { rules: { max_open_exposure: '600.00' } })
  const customer = await payAs(shop, '+971501117006', '4000000000000002')
  assert.equal(await stageFor(customer), 'card')
  await sendForm(customer, 'card', goodCard)
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'approved')
  assert.equal((await decisionOf(shop, customer.paymentId)).at, undefined)
  assert.deepEqual(await askDoctor(api.service.app), [])
})
