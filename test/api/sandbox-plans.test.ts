import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'
import { movedFor, pass, planOf } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

test('a plan of another merchant or mode, or of an unauthorized payment, is not found and cannot be paid or changed', async () => {
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

test("the processor's report has the movements of one second in their order", async () => {
  const { test: shop } = await api.newMerchant()
  api.service.clock.advance(700)
  const call = async (path: string, body?: object) => succeed(await shop.call('POST', path, body))
  const id = await shop.authorizedPayment('340.00')
  await call(`/api/v2/payments/${id}/captures`, { amount: '200.01', reference_id: 'c' })
  await call(`/api/v2/payments/${id}/close`)
  await call(`/sandbox/payments/${id}/pay`, { what: 'all' })
  await call(`/api/v2/payments/${id}/refunds`, { amount: '150.01', reference_id: 'r' })
  const early = ['charge 85.00 AED', 'charge 115.01 AED', 'refund 115.01 AED', 'refund 35.00 AED']
  assert.deepEqual(await movedFor(shop), early)
  await shop.authorizedPayment('8.00')
  assert.deepEqual(await movedFor(shop), [...early, 'charge 2.00 AED'])
})

test('an invalid card number is refused before the plan is looked up', async () => {
  const { test: shop } = await api.newMerchant()
  for (const id of [nobody, await shop.capturedPayment('340.00')]) {
    assertWrong(await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '1234' }), '$.number')
  }
})

test('returns are in order, also within one second: refund after refund, and for each the newest charge first', async () => {
  const { test: shop } = await api.newMerchant()
  const refund = async (id: string, amount: string): Promise<void> => {
    succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount }))
  }
  const paid = async (): Promise<string> => {
    const id = await shop.capturedPayment('340.00')
    for (let part = 2; part <= 4; part += 1) {
      succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' }))
    }
    return id
  }
  // The clock of these tests stands still.
  const [one, other] = [await paid(), await paid()]
  const amounts = ['1.00', '2.00', '3.00', '4.00', '5.00', '6.00']
  for (const amount of amounts) await refund(one, amount)
  const { returns } = await planOf(shop, one)
  assert.deepEqual(
    returns.map(({ amount }) => amount),
    amounts,
  )
  await refund(other, '339.00')
  const whole = await planOf(shop, other)
  assert.deepEqual(
    whole.returns.map(({ charge_id, amount }) => [charge_id, amount]),
    whole.charges.map(({ id }, index) => [id, index === 0 ? '84.00' : '85.00']).reverse(),
  )
})

test('a test card that is given again after New Year is the same card: a hard decline stays', async () => {
  const { test: shop } = await api.newMerchant()
  const stolen = '4000000000009979'
  const give = async (id: string, number: string) =>
    succeed(await shop.call('POST', `/sandbox/payments/${id}/card`, { number })).body.plan
  await pass(shop, 'P9M20D')
  const id = await shop.createdPayment('340.00')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: stolen }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  await pass(shop, 'P32D')
  const declined = await planOf(shop, id)
  assert.deepEqual(
    [declined.charges[1]?.decline_reason, declined.charges[1]?.at],
    ['stolen_card', '2027-01-21T05:00:00Z'],
  )
  assert.equal((await give(id, stolen)).next_attempt_at, null)
  await pass(shop, 'P2D')
  assert.equal((await planOf(shop, id)).charges.length, 2)
  assert.equal((await give(id, '4242424242424242')).next_attempt_at, '2027-01-25T05:00:00Z')
})

test('a hard decline: the card is not charged again by any caller until another card is given', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment('340.00')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000009979' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  const pay = (what: string) => shop.call('POST', `/sandbox/payments/${id}/pay`, { what })
  const charges = async (): Promise<unknown> =>
    (await planOf(shop, id)).charges.map(({ kind, decline_reason }) => `${kind} ${decline_reason}`)
  // The first result is unknown.
  assertRefused(await pay('next'), 400, 'card was declined')
  const tried = ['first null', 'early stolen_card']
  assert.deepEqual(await charges(), tried)
  for (const what of ['next', 'all', 'next']) assertRefused(await pay(what), 400, 'card was declined')
  assert.deepEqual(await charges(), tried)
  succeed(await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '5555555555554444' }))
  succeed(await pay('all'))
  assert.equal((await planOf(shop, id)).status, 'completed')
})
