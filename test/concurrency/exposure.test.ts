import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { type Answer, succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { fillIn, openForms, sendForm } from '../pages/forms.ts'
import { openTestApi } from '../support/api.ts'
import { makeChargesDue } from '../support/charges.ts'
import { playHistories } from '../support/play-histories.ts'

const limit = 1_000_00

const api = await openTestApi()
const { service } = api
after(() => api.close())
const shops = [await openMerchant(), await openMerchant(), await openMerchant()]

async function openMerchant(): Promise<Shop> {
  const { test: shop } = await api.newMerchant()
  succeed(await shop.call('PUT', '/sandbox/risk', { rules: { max_open_exposure: '1000.00' } }))
  const fee = { service_fee: { percent: '30.00' }, fee_on: 'spread' }
  const plans = [
    { count: 4, period: 'P1M' },
    { count: 12, period: 'P1M', down_payment: '1.00', ...fee },
  ]
  succeed(await shop.call('PUT', '/sandbox/stores/main/plans', { plans }))
  return shop
}

const cards = ['4242424242424242', '4000000000000002', '4000000000000259', '4000000000000267', '4000000000000283']
const order = fc.record({
  shop: fc.nat(2),
  amount: fc.integer({ min: 50, max: 700 }),
  card: fc.constantFrom(...cards),
  plan: fc.constantFrom('4xP1M', '12xP1M'),
  isAtPage: fc.boolean(),
})
/** Orders that are opened one round before the round in which they are paid, all at the same time. */
const history = fc.array(fc.array(order, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })

let phones = 0

test('random orders of one phone at several merchants never leave it owing more than the limit', async () => {
  const play = async (rounds: readonly (readonly Order[])[]): Promise<void> => {
    phones += 1
    const phone = `+97154${String(phones).padStart(6, '0')}1`
    const opened: (() => Promise<unknown>)[] = []
    for (const round of rounds) {
      const ready = await Promise.all(round.map((one) => openOrder(one, phone)))
      opened.push(...ready.filter((pay) => pay !== undefined))
    }
    for (let from = 0; from < opened.length; from += 4) {
      await Promise.all(opened.slice(from, from + 4).map((pay) => pay()))
      await assertWithin(phone)
    }
    await makeChargesDue(service)
    while ((await settleDue(service.app, dueFirstCharges)) > 0);
    await assertWithin(phone)
  }
  await playHistories(history, play, { numRuns: 30, seconds: 60 })
  const [row] = await service.database.query(
    `select count(*)::int as rejected from sessions where decision ->> 'at' is not null and rejection_reason is not null`,
  )
  assert.ok(Number(row?.['rejected']) > 0, 'no order was rejected at its payment')
})

test('of orders that are paid at the same time, those within the limit pass and the others are rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    phones += 1
    const phone = `+97154${String(phones).padStart(6, '0')}1`
    const at = Array.from({ length: 9 }, (_, index) => ({ shop: index % 3, isAtPage: false }))
    const kind = { amount: 450, card: '4242424242424242', plan: '4xP1M' } as const
    const opened = await Promise.all(at.map((one) => openOrder({ ...one, ...kind }, phone)))
    const answers = await Promise.all(opened.map((pay) => pay?.() as Promise<Answer>))
    // 337.50 are owed of each, and 450.00 must be left for the next: two pass.
    const passed = answers.filter(({ status }) => status === 200).length
    assert.deepEqual([passed, answers.length], [2, 9])
    await assertWithin(phone)
  }
})

type Order = typeof order extends fc.Arbitrary<infer One> ? One : never

/** Opens an order, and returns how it is paid; undefined if it was rejected before its page opened. */
async function openOrder(
  { shop: number, amount, card, plan, isAtPage }: Order,
  phone: string,
): Promise<(() => Promise<unknown>) | undefined> {
  const shop = shops[number] ?? assert.fail('no shop')
  if (isAtPage) {
    const customer = await openForms(shop, { amount: `${amount}.00` })
    await fillIn(customer, card, phone)
    return () => sendForm(customer, 'pay')
  }
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone }
  const { body } = succeed(await shop.checkout(`${amount}.00`, { buyer }))
  if (body.status !== 'created') return undefined
  return () => shop.call('POST', `/sandbox/payments/${body.payment.id}/authorize`, { card, plan })
}

async function assertWithin(phone: string): Promise<void> {
  const [row] = await service.database.query(
    `select coalesce(sum(payment.amount_minor + coalesce((payment.plan ->> 'fee_minor')::bigint, 0) - payment.paid_minor), 0)::int as owed
     from collections join payments as payment on payment.id = collections.id where collections.phone = '${phone}'`,
  )
  assert.ok(Number(row?.['owed']) <= limit, `${phone} owes ${row?.['owed']}`)
}
