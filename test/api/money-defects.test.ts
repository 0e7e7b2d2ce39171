import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { ChargeResult } from '../../src/platform/adapters/card-processor.ts'
import { type Answer, succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { assertRefused, openTestApi } from '../support/api.ts'
import { charged, declined, noAnswer, scriptCards } from '../support/charges.ts'
import { assertExact, checkLaterCharges, minor, movedFor, pass, planOf, sendReturns } from '../support/plans.ts'

// Known defects of other systems (docs/contract/money.md#what-is-to-be-tested) that concern customers.
// The first service has the sandbox's processor with its own books, the second one a scripted processor.

const api = await openTestApi()
const scriptedApi = await openTestApi()
after(() => Promise.all([api.close(), scriptedApi.close()]))

const original = { ...scriptedApi.service.app.cards.test }
let cards = scriptCards(scriptedApi.service)
beforeEach(() => {
  Object.assign(scriptedApi.service.app.cards.test, original)
  cards = scriptCards(scriptedApi.service)
})

const locked = 'could not acquire lock: payment is locked'
const refund = (shop: Shop, id: string, amount: string, reference_id = ''): Promise<Answer> =>
  shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount, reference_id })
const pay = (shop: Shop, id: string, what: string): Promise<Answer> =>
  shop.call('POST', `/sandbox/payments/${id}/pay`, { what })
test('two refunds at once that together exceed the capture: one is refused, and no more goes back than was paid for', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('340.00')
  succeed(await pay(shop, id, 'all'))
  const both = await Promise.all(
    ['r1', 'r2'].map(async (reference) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await refund(shop, id, '200.00', reference)
        if (answer.status !== 409) return answer
        assertRefused(answer, 409, locked)
        assert.ok(tries < 200, 'always locked')
      }
    }),
  )
  const [refused] = both.filter(({ status }) => status !== 200)
  assertRefused(refused ?? assert.fail(), 400, 'refund amount should be less or equal than billed amount')
  await sendReturns(api)
  const plan = await planOf(shop, id)
  assertExact(plan, '140.00')
  assert.deepEqual([plan.paid, plan.returned], ['140.00', '200.00'])
  assert.deepEqual(await movedFor(shop), ['charge 85.00 AED', 'charge 255.00 AED', 'refund 200.00 AED'])
})

test('a repeated refund that undoes the first: it answers what is, and moves nothing', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('340.00')
  succeed(await refund(shop, id, '300.00', 'r1'))
  const first = await planOf(shop, id)
  for (const amount of ['300.00', '1.00', '340.00']) succeed(await refund(shop, id, amount, 'r1'))
  assert.deepEqual(await planOf(shop, id), first)
  assertExact(first, '40.00')
  await sendReturns(api)
  await sendReturns(api)
  assert.deepEqual(await movedFor(shop), ['charge 85.00 AED', 'refund 45.00 AED'])
})

test('a retry after a time-out that mints a new key and pays back twice: the same key asks, and sends only what is unknown', async () => {
  const { test: shop } = await scriptedApi.newMerchant()
  const id = await shop.capturedPayment('340.00')
  cards.refund = noAnswer
  succeed(await refund(shop, id, '300.00'))
  for (let checks = 0; checks < 3; checks += 1) await sendReturns(scriptedApi)
  assert.equal((await planOf(shop, id)).returns[0]?.status, 'waiting')
  cards.findRefund = async () => ({ kind: 'refunded' })
  for (let checks = 0; checks < 2; checks += 1) await sendReturns(scriptedApi)
  const { returns, paid } = await planOf(shop, id)
  assert.deepEqual([returns.length, returns[0]?.status, paid], [1, 'confirmed', '40.00'])
  const requests = cards.requests.filter(({ kind }) => kind === 'refund' || kind === 'findRefund')
  assert.ok(requests.every((one) => one.id === returns[0]?.id))
  assert.equal(requests.at(-1)?.kind, 'findRefund', 'what has arrived is not sent again')
})

test('a timed-out refund booked as failed that was accepted: it waits until the processor has said what became of it', async () => {
  const { test: shop } = await scriptedApi.newMerchant()
  const id = await shop.capturedPayment('340.00')
  cards.refund = noAnswer
  cards.findRefund = async () => ({ kind: 'pending' })
  succeed(await refund(shop, id, '340.00'))
  for (let checks = 0; checks < 5; checks += 1) await sendReturns(scriptedApi)
  const waiting = await planOf(shop, id)
  assert.deepEqual([waiting.returns[0]?.status, waiting.paid, waiting.returned], ['waiting', '0.00', '85.00'])
  cards.findRefund = async () => ({ kind: 'refunded' })
  await sendReturns(scriptedApi)
  const done = await planOf(shop, id)
  assert.deepEqual([done.returns[0]?.status, done.paid, done.returned], ['confirmed', '0.00', '85.00'])
})

test('a refund that meets the schedule: it ends, no part is below zero, and the sums are exact', async () => {
  const amounts = ['0.01', '84.99', '85.00', '85.01', '170.00', '254.99', '255.01', '339.99', '340.00']
  for (const card of ['4242424242424242', '4000000000000341', '4000000000009979']) {
    const { test: shop } = await api.newMerchant()
    const ids = new Map<string, string>()
    for (const amount of amounts) {
      const id = await shop.createdPayment('340.00')
      succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card }))
      succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
      ids.set(amount, id)
    }
    await pass(shop, 'P45D')
    for (const [amount, id] of ids) {
      succeed(await refund(shop, id, amount))
      const left = ((340_00 - minor(amount)) / 100).toFixed(2)
      assertExact(await planOf(shop, id), left)
      assert.equal((await planOf(shop, id)).status === 'cancelled', amount === '340.00')
    }
    await pass(shop, 'P1Y')
    for (const id of ids.values()) {
      const plan = await planOf(shop, id)
      assertExact(plan)
      const isOver = ['completed', 'cancelled', 'defaulted'].includes(plan.status)
      assert.ok(isOver && plan.next_attempt_at === null, plan.status)
    }
  }
})

test('slow success and an impatient second press: one of two presses charges', async () => {
  const { test: shop } = await scriptedApi.newMerchant()
  const id = await shop.capturedPayment('340.00')
  const answer = Promise.withResolvers<ChargeResult>()
  cards.charge = () => answer.promise
  const before = cards.requests.length
  const first = pay(shop, id, 'next')
  await retry('the processor is asked', () => cards.requests.length > before)
  for (const what of ['next', 'all']) {
    assertRefused(await pay(shop, id, what), 409, 'a charge of this payment is under way')
  }
  answer.resolve(charged)
  succeed(await first)
  const plan = await planOf(shop, id)
  const kinds = plan.charges.map(({ kind, amount }) => `${kind} ${amount}`)
  assert.deepEqual([kinds, plan.paid], [['first 85.00', 'early 85.00'], '170.00'])
  assert.equal(cards.requests.length, before + 1)
})

test('an unknown resolved to a decline and never tried again: it is tried on the days after a decline, as another charge', async () => {
  const { test: shop } = await scriptedApi.newMerchant()
  const id = await shop.capturedPayment('340.00')
  cards.charge = noAnswer
  await pass(shop, 'P31D')
  const [, open] = (await planOf(shop, id)).charges
  assert.equal(open?.status, 'open')
  await checkLaterCharges(scriptedApi)
  const sent = cards.requests.filter(({ kind, id: chargeId }) => kind === 'charge' && chargeId === open?.id)
  assert.equal(sent.length, 2, 'as long as nobody knows of it, it is sent again by its id')
  cards.find = async () => declined
  await checkLaterCharges(scriptedApi)
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.charges[1]?.status, plan.next_attempt_at], ['declined', '2026-04-02T05:00:00Z'])
  cards.charge = async () => charged
  await pass(shop, 'P1D')
  const [, , next, ...more] = (await planOf(shop, id)).charges
  assert.deepEqual([next?.status, next?.amount, more], ['charged', '85.00', []])
  assert.notEqual(next?.id, open?.id)
})

test("KWD charged at a tenth: the processor's own books have every thousandth", async () => {
  const { test: shop } = await api.newMerchant({ country: 'KW' })
  const id = await shop.capturedPayment('34.567')
  await pass(shop, 'P100D')
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.status, plan.paid, plan.total], ['completed', '34.567', '34.567'])
  succeed(await refund(shop, id, '34.567'))
  await sendReturns(api)
  const moved = await movedFor(shop)
  assert.deepEqual(moved.slice(0, 4), [...Array(3).fill('charge 8.641 KWD'), 'charge 8.644 KWD'])
  assert.deepEqual(moved.slice(4).sort(), [...Array(3).fill('refund 8.641 KWD'), 'refund 8.644 KWD'])
  const { database } = api.service
  const [row] = await database.query(
    `select sum(amount_minor)::int as minor from sandbox_processor_movements where currency = 'KWD' and type = 'charge'`,
  )
  assert.equal(row?.['minor'], 34_567)
})

test('31 January + 1 month: the last day of February, and the 31st again after it', async () => {
  const { test: shop } = await api.newMerchant()
  await pass(shop, 'P336D')
  const id = await shop.capturedPayment('340.00')
  const dates = (await planOf(shop, id)).installments.map(({ due_date }) => due_date)
  assert.deepEqual(dates, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
})

test('overdue judged by the UTC day: the day is the one at the store', async () => {
  const { test: shop } = await api.newMerchant()
  // 21:30 in UTC is 01:30 of the next day in Dubai.
  await pass(shop, 'PT11H30M')
  const id = await shop.createdPayment('340.00')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000000341' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  const second = async (): Promise<unknown> => {
    const { installments } = await planOf(shop, id)
    return [installments[1]?.due_date, installments[1]?.status]
  }
  await pass(shop, 'P30DT22H29M')
  assert.deepEqual(await second(), ['2026-04-02', 'scheduled'], '19:59 in UTC, 23:59 in Dubai')
  await pass(shop, 'PT1M')
  assert.deepEqual(await second(), ['2026-04-02', 'due'])
  await pass(shop, 'PT8H59M')
  assert.deepEqual(await second(), ['2026-04-02', 'due'], 'a minute before 09:00 in Dubai')
  await pass(shop, 'PT1M')
  assert.deepEqual(await second(), ['2026-04-02', 'overdue'])
})

test('proportional parts whose rounding exceeds the whole: whatever is captured or refunded, the parts are the whole', async () => {
  for (const [country, amounts] of [
    ['AE', ['1.00', '1.01', '1.02', '1.03', '99.99', '100.03']],
    ['KW', ['0.100', '0.101', '0.102', '0.103', '33.333']],
  ] as const) {
    const { test: shop } = await api.newMerchant({ country })
    const decimals = country === 'AE' ? 2 : 3
    const text = (units: number): string => (units / 10 ** decimals).toFixed(decimals)
    for (const amount of amounts) {
      const id = await shop.authorizedPayment(amount)
      assertExact(await planOf(shop, id), amount)
      const third = Math.ceil(minor(amount) / 3)
      succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: text(third) }))
      assertExact(await planOf(shop, id), amount)
      succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
      assertExact(await planOf(shop, id), text(third))
      const half = Math.ceil(third / 2)
      succeed(await refund(shop, id, text(half)))
      assertExact(await planOf(shop, id), text(third - half))
    }
  }
})
