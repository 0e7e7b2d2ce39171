import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { nobody, openTestApi } from '../support/api.ts'
import { addFault, hitsOf } from '../support/faults.ts'

// The calls that rules apply to.
const api = await openTestApi()
after(() => api.close())

const add = (shop: Shop, rule: object): Promise<string> => addFault(shop, { do: { kind: 'error' }, ...rule })
const capture = (shop: Shop, id: string, reference_id?: string) =>
  shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '1.00', ...(reference_id && { reference_id }) })
const read = (shop: Shop, id: string) => shop.call('GET', `/api/v2/payments/${id}`)

/** The statuses of sequential calls. */
async function statuses(calls: readonly (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const answered: number[] = []
  for (const call of calls) answered.push((await call()).status)
  return answered
}

test('per call: skips the first calls, injects into the configured number, and leaves later calls alone', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  await add(shop, { on: { operation: 'getPayment' }, when: { skip: 1, times: 2 } })
  const calls = Array.from({ length: 5 }, () => () => read(shop, id))
  assert.deepEqual(await statuses(calls), [200, 500, 500, 200, 200])
  assert.deepEqual(await hitsOf(shop), [2])
})

test('per reference_id: each has its own count; calls without one share a count', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  await add(shop, { on: { operation: 'capturePayment' }, when: { per: 'reference_id', times: 2 } })
  const of = (...references: (string | undefined)[]) => references.map((one) => () => capture(shop, id, one))
  assert.deepEqual(await statuses(of('a', 'b', 'a', 'a', 'b', 'b')), [500, 500, 500, 200, 500, 200])
  assert.deepEqual(await statuses(of(undefined, undefined, undefined, 'c')), [500, 500, 200, 500])
  assert.equal((await read(shop, id)).body.captures.length, 3)
})

test('per payment: each has its own count, also through its session or dispute', async () => {
  const { live: shop } = await api.newMerchant()
  const opened = (await shop.checkout('340.00', { buyer: newBuyer() })).body
  const paymentId = opened.payment.id
  await shop.call('POST', `/sandbox/payments/${paymentId}/authorize`)
  await shop.call('POST', `/api/v2/payments/${paymentId}/captures`, { amount: '340.00', reference_id: 'all' })
  const dispute = await shop.call('POST', '/sandbox/disputes', { payment_id: paymentId, reason: 'product_issue' })
  const calls = [
    () => shop.call('GET', `/api/v1/disputes/${dispute.body.dispute.id}`),
    () => shop.call('GET', `/api/v2/checkout/${opened.id}`),
    () => read(shop, paymentId),
    () => read(shop, paymentId.toUpperCase()),
  ]
  const other = await shop.createdPayment()
  await add(shop, { on: { operation: '*' }, when: { per: 'payment', times: 3 } })
  assert.deepEqual(await statuses([...calls, () => read(shop, other)]), [500, 500, 500, 200, 500])
})

test('calls without a payment share one count, also those with an unknown id', async () => {
  const { test: shop } = await api.newMerchant()
  await add(shop, { on: { operation: '*' }, when: { per: 'payment' } })
  const list = () => shop.call('GET', '/api/v2/payments')
  assert.deepEqual(await statuses([list, list, () => shop.call('GET', `/api/v2/checkout/${nobody}`)]), [500, 200, 404])
})

test('a rule for one payment leaves other payments alone', async () => {
  const { test: shop } = await api.newMerchant()
  const opened = (await shop.checkout()).body
  const [one, other] = [opened.payment.id, await shop.createdPayment()]
  await add(shop, { on: { operation: '*', payment_id: one.toUpperCase() }, when: { times: 2 } })
  const calls = [
    () => read(shop, other),
    () => shop.call('GET', '/api/v2/payments'),
    () => shop.call('GET', `/api/v2/checkout/${opened.id}`),
    () => read(shop, one),
    () => read(shop, one),
  ]
  assert.deepEqual(await statuses(calls), [200, 200, 500, 500, 200])
})

test('the first matching rule wins; one that is used up, has ended or does not draw is skipped', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  const on = { operation: 'getPayment' }
  await add(shop, { on: { operation: 'capturePayment' }, when: { times: 100 } })
  await add(shop, { on, when: { times: 100 }, do: { kind: 'conflict' }, until: 'PT1M' })
  await add(shop, { on, when: { times: 100, probability: 0 }, do: { kind: 'conflict' } })
  await add(shop, { on, when: { skip: 1 }, do: { kind: 'rate_limit' } })
  await add(shop, { on: { operation: '*' }, when: { times: 2 } })
  assert.deepEqual(await statuses([() => read(shop, id)]), [409])
  api.service.clock.advance(60_000)
  const calls = Array.from({ length: 4 }, () => () => read(shop, id))
  assert.deepEqual(await statuses(calls), [500, 429, 500, 200])
  assert.deepEqual(await hitsOf(shop), [0, 0, 1, 2])
})

test('a rule that is replaced during calls counts later calls only', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  const rule = { on: { operation: 'getPayment' }, when: { times: 5 }, do: { kind: 'conflict' } }
  const faultId = await add(shop, rule)
  const many = Array.from({ length: 30 }, () => read(shop, id))
  await shop.call('PUT', `/sandbox/faults/${faultId}`, rule)
  await Promise.all(many)
  await shop.call('PUT', `/sandbox/faults/${faultId}`, rule)
  const calls = Array.from({ length: 7 }, () => () => read(shop, id))
  assert.deepEqual(await statuses(calls), [409, 409, 409, 409, 409, 200, 200])
})

test('concurrent calls are injected exactly as often as the rule says', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  await add(shop, { on: { operation: 'getPayment' }, when: { skip: 5, times: 9 }, do: { kind: 'conflict' } })
  const answers = await Promise.all(Array.from({ length: 40 }, () => read(shop, id)))
  assert.equal(answers.filter(({ status }) => status === 409).length, 9)
  assert.deepEqual(await hitsOf(shop), [9])
})
