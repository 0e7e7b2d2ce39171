import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

const put = (shop: Shop, body: unknown): Promise<Answer> => shop.call('PUT', '/sandbox/risk', body)
const get = async (shop: Shop) => (await shop.call('GET', '/sandbox/risk')).body
const decisionOf = async (shop: Shop, id: string) =>
  (await shop.call('GET', `/sandbox/payments/${id}/decision`)).body.decision

async function order(shop: Shop, amount = '340.00', buyer: object = {}) {
  const contact = { name: 'Sara Ali', email: 'sara@example.com', phone: '+971500000001', ...buyer }
  const { body } = await shop.checkout(amount, { buyer: contact })
  const { rejection_reason } = body.configuration.products.installments
  return { reason: rejection_reason, status: body.status, ...(await decisionOf(shop, body.payment.id)) }
}

const unset = { rules: { max_open_exposure: null, max_orders_per_day: null, refuse_overdue: false }, blocked: [] }
const size = { name: 'order_size', limit: '50000.00', seen: '340.00', spoke: false }
const notBlocked = { name: 'blocked', limit: true, seen: false, spoke: false }

test('with test keys a merchant has no rules by default', async () => {
  const { test: shop } = await api.newMerchant()
  assert.deepEqual(await get(shop), unset)
  const { outcome, reason, rules } = await order(shop)
  assert.deepEqual([outcome, reason, rules], ['approved', null, [size, notBlocked]])
})

test('a blocked customer is rejected, by phone in any form and by e-mail without case', async () => {
  const { test: shop } = await api.newMerchant()
  await put(shop, { blocked: [{ phone: '+971500000009' }, { email: 'sara@example.com' }] })
  const spoken = { name: 'blocked', limit: true, seen: true, spoke: true }
  const decided = ({ status, outcome, reason, rules }: Awaited<ReturnType<typeof order>>) => ({
    ...{ status, outcome, reason, rules },
  })
  const rejected = { status: 'rejected', outcome: 'rejected', reason: 'not_available', rules: [size, spoken] }
  const other = 'other@example.com'
  assert.deepEqual(decided(await order(shop, '340.00', { phone: '0500000009', email: other })), rejected)
  assert.deepEqual(decided(await order(shop, '340.00', { email: 'SARA@example.com' })), rejected)
  assert.equal((await order(shop, '340.00', { email: other })).outcome, 'approved')
  await put(shop, {})
  assert.equal((await order(shop)).outcome, 'approved')
})

test('with test keys a phone that ends in 0002 is refused as if it were blocked', async () => {
  const { reason, rules } = await order((await api.newMerchant()).test, '340.00', { phone: '+971500000002' })
  assert.deepEqual([reason, rules[1]], ['not_available', { ...notBlocked, seen: true, spoke: true }])
})

test('an order outside the size limits names the limit', async () => {
  const { test: shop } = await api.newMerchant()
  const low = await order(shop, '0.50')
  assert.deepEqual(
    [low.reason, low.rules[0]],
    ['order_amount_too_low', { ...size, limit: '1.00', seen: '0.50', spoke: true }],
  )
  await put(shop, { blocked: [{ email: 'sara@example.com' }] })
  const high = await order(shop, '50000.01')
  assert.deepEqual(
    [high.reason, high.rules.map(({ spoke }: { spoke: boolean }) => spoke)],
    ['order_amount_too_high', [true, true]],
  )
})

test('an order above the exposure limit alone is rejected', async () => {
  const { test: shop } = await api.newMerchant()
  await put(shop, { rules: { max_open_exposure: '1000.00' } })
  const exposure = { name: 'max_open_exposure', limit: '1000.00', seen: '1000.00', spoke: false }
  const within = await order(shop, '1000.00')
  assert.deepEqual([within.outcome, within.rules[2]], ['approved', exposure])
  const beyond = await order(shop, '1000.01')
  assert.deepEqual([beyond.reason, beyond.rules[2]], ['not_available', { ...exposure, seen: '1000.01', spoke: true }])
  await put(shop, { rules: { max_orders_per_day: 0, refuse_overdue: true } })
  const { reason, rules } = await order(shop)
  assert.equal(reason, 'not_available')
  assert.deepEqual(rules.slice(2), [
    { name: 'max_orders_per_day', limit: 0, seen: 0, spoke: true },
    { name: 'refuse_overdue', limit: true, seen: false, spoke: false },
  ])
})

/** A purchase of a customer, authorized on the page. */
async function buy(shop: Shop, amount: string, phone: string, card = '4242424242424242'): Promise<string> {
  const { body } = await shop.checkout(amount, { buyer: { name: 'S', email: 's@example.com', phone } })
  const { id } = body.payment
  assert.equal((await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card })).status, 200)
  return id
}

test("exposure counts open debts at all merchants, in the order's currency and mode", async () => {
  const phone = '+971500000701'
  const [one, other, kuwait] = [
    await api.newMerchant(),
    await api.newMerchant(),
    await api.newMerchant({ country: 'KW' }),
  ]
  const rules = { max_open_exposure: '500.00' }
  for (const shop of [one.test, one.live, kuwait.test]) await put(shop, { rules })
  // A quarter is paid at once.
  await buy(other.test, '340.00', phone)
  const within = await order(one.test, '245.00', { phone: '050 000 0701' })
  assert.deepEqual([within.outcome, within.rules[2].seen], ['approved', '500.00'])
  const beyond = await order(one.test, '245.01', { phone })
  assert.deepEqual([beyond.reason, beyond.rules[2].seen, beyond.rules[2].spoke], ['not_available', '500.01', true])
  for (const [shop, value] of [
    [one.live, '245.01'],
    [kuwait.test, '245.010'],
  ] as const) {
    const { outcome, rules: verdicts } = await order(shop, '245.01', { phone })
    assert.deepEqual([outcome, verdicts[2].seen], ['approved', value])
  }
  // Another phone with the same e-mail is another customer.
  assert.equal((await order(one.test, '500.00', { phone: '+971500000702' })).outcome, 'approved')
})

test("risk: approves the rule's number of orders a day, and again on the next day", async () => {
  const phone = '+971500000703'
  const { test: shop } = await api.newMerchant()
  await put(shop, { rules: { max_orders_per_day: 2 } })
  await buy(shop, '10.00', phone)
  await buy(shop, '10.00', phone)
  const third = await order(shop, '10.00', { phone })
  const verdict = { name: 'max_orders_per_day', limit: 2, seen: 2, spoke: true }
  assert.deepEqual([third.reason, third.rules[2]], ['not_available', verdict])
  await shop.call('POST', '/sandbox/clock', { advance: 'P1DT1S' })
  assert.equal((await order(shop, '10.00', { phone })).outcome, 'approved')
})

test('risk: a debt that is overdue at one merchant is refused by another with `refuse_overdue`', async () => {
  const phone = '+971500000704'
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  await put(other.test, { rules: { refuse_overdue: true } })
  const id = await buy(one.test, '340.00', phone, '4000000000000341')
  await one.test.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'all' })
  assert.equal((await order(other.test, '10.00', { phone })).outcome, 'approved')
  await one.test.call('POST', '/sandbox/clock', { advance: 'P35D' })
  const { reason, rules } = await order(other.test, '10.00', { phone })
  assert.deepEqual(
    [reason, rules[2]],
    ['not_available', { name: 'refuse_overdue', limit: true, seen: true, spoke: true }],
  )
})

test('live exposure is limited in every currency by default', async () => {
  for (const [country, most, beyond] of [
    ['AE', '20000.00', '20000.01'],
    ['SA', '5000.00', '5000.01'],
    ['KW', '500.000', '500.001'],
  ] as const) {
    const { live, test: shop } = await api.newMerchant({ country })
    assert.equal((await order(live, most)).outcome, 'approved')
    const { reason, rules } = await order(live, beyond)
    assert.deepEqual([reason, rules[2].limit, rules[2].seen], ['not_available', most, beyond])
    assert.equal((await order(shop, beyond)).outcome, 'approved')
  }
  const { live } = await api.newMerchant()
  const off = { rules: { max_open_exposure: 'off' } }
  assertWrong(await live.call('PUT', '/sandbox/risk', off), '$.rules.max_open_exposure')
  assertWrong(
    await live.call('PUT', '/sandbox/risk', { rules: { max_open_exposure: '20000.01' } }),
    '$.rules.max_open_exposure',
  )
  await put(live, { rules: { max_open_exposure: '20000.00' } })
  await put(live, { ...off, accept_responsibility: true })
  assert.equal((await order(live, '40000.00')).outcome, 'approved')
  assert.equal((await get(live)).rules.max_open_exposure, 'off')
})

test('a customer without a valid phone has no exposure and can be blocked by e-mail', async () => {
  const { test: shop } = await api.newMerchant({ checkout: 'lenient' })
  await put(shop, { rules: { max_open_exposure: '1.00' }, blocked: [{ email: 'b@example.com' }] })
  const { outcome, rules } = await order(shop, '340.00', { phone: '' })
  assert.deepEqual([outcome, rules[2].seen], ['approved', null])
  assert.equal((await order(shop, '340.00', { phone: null, email: 'B@example.com' })).reason, 'not_available')
})

test('rules belong to one merchant and one mode', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const set = { rules: { ...unset.rules, max_orders_per_day: 0 }, blocked: [{ email: 'sara@example.com' }] }
  await put(one.test, set)
  for (const shop of [one.live, other.test, other.live]) {
    assert.deepEqual(await get(shop), unset)
    assert.equal((await order(shop)).outcome, 'approved')
  }
  await put(other.test, {})
  await put(one.live, {})
  assert.deepEqual(await get(one.test), set)
  assert.equal((await order(one.test)).outcome, 'rejected')
})

test('a decision never changes and is visible to its merchant and mode only', async () => {
  const { test: shop, live } = await api.newMerchant()
  await put(shop, { blocked: [{ email: 'sara@example.com' }] })
  const { body } = await shop.checkout('340.00', {
    buyer: { name: 'S', email: 'sara@example.com', phone: '0500000001' },
  })
  const { id, status } = body.payment
  assert.equal(status, 'REJECTED')
  await put(shop, {})
  assert.equal((await decisionOf(shop, id)).reason, 'not_available')
  const path = `/sandbox/payments/${id}/decision`
  for (const stranger of [live, api.shop]) assertRefused(await stranger.call('GET', path), 404, 'no such payment')
  assertRefused(await shop.call('GET', `/sandbox/payments/${nobody}/decision`), 404, 'no such payment')
  assertRefused(await shop.call('GET', '/sandbox/payments/none/decision'), 400, 'invalid payment id')
})

test('a session from before stored decisions shows its outcome', async () => {
  const { test: shop, id } = await api.newMerchant()
  const { payment } = (await shop.checkout('0.10')).body
  await api.service.database.query(`update sessions set decision = null where merchant_id = '${id}'`)
  const expected = { outcome: 'rejected', reason: 'order_amount_too_low', rules: [] }
  assert.deepEqual(await decisionOf(shop, payment.id), expected)
})
