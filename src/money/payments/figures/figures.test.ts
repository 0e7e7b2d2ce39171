import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { succeed } from '../../../../testkit/client.ts'
import { newMerchant, openShop, type Shop } from '../../../../testkit/shop.ts'
import { day, hour } from '../../../platform/base/times.ts'
import { countPaymentChanges, recountAllPayments } from '../counted-list/payment-counts.ts'
import { type DayFigures, quietDay } from './day-figures.ts'
import { checkFigures, loadDayFigures } from './figures.ts'

let service: TestService
let shop: Shop
let merchantId: string
before(async () => {
  // Half past eleven at night in Dubai.
  service = await startTestService({ startAt: Date.parse('2026-03-01T19:30:00Z') })
  const merchant = await newMerchant(openShop(service.urls.uae, ''))
  merchantId = merchant.id
  shop = openShop(service.urls.uae, merchant.keys.live.secret, { merchantCode: 'main' })
})
after(() => service.close())

async function figures(from = '2026-02-28', to = '2026-03-03'): Promise<readonly DayFigures[]> {
  const [dirhams, ...others] = await loadDayFigures(service.app, { merchantId, isTest: false }, { from, to })
  assert.deepEqual([dirhams?.currency, others], ['AED', []])
  return dirhams?.days ?? []
}

async function live(): Promise<void> {
  const first = await shop.authorizedPayment('340.00')
  await shop.createdPayment('10.00')
  succeed(await shop.call('POST', `/api/v2/payments/${first}/captures`, { amount: '100.00', reference_id: 'c1' }))
  service.clock.advance(hour)
  succeed(await shop.call('POST', `/api/v2/payments/${first}/captures`, { amount: '240.00', reference_id: 'c2' }))
  succeed(await shop.call('PUT', `/api/v2/payments/${first}`, { order: { reference_id: 'other' } }))
  await shop.authorizedPayment('50.00')
  service.clock.advance(day)
  succeed(await shop.call('POST', `/api/v2/payments/${first}/refunds`, { amount: '40.00', reference_id: 'r1' }))
  succeed(await shop.call('POST', '/sandbox/disputes', { payment_id: first, reason: 'not_delivered' }))
}

const expected: readonly DayFigures[] = [
  quietDay('2026-02-28'),
  {
    ...quietDay('2026-03-01'),
    opened: 2,
    approved: 1,
    authorized: 1,
    authorizedMinor: 34_000n,
    captured: 1,
    capturedMinor: 10_000n,
  },
  {
    ...quietDay('2026-03-02'),
    opened: 1,
    approved: 1,
    authorized: 1,
    authorizedMinor: 5_000n,
    captured: 1,
    capturedMinor: 24_000n,
  },
  { ...quietDay('2026-03-03'), refunded: 1, refundedMinor: 4_000n, disputed: 1 },
]

test('each day of the store has its events at once', async () => {
  await live()
  assert.deepEqual(await figures(), expected)
})

test('figures are the same after counting a part, all, or all again', async () => {
  while ((await countPaymentChanges(service.app)) > 0);
  assert.deepEqual(await figures(), expected)
  await shop.createdPayment('10.00')
  const [, , , today] = await figures()
  assert.equal(today?.opened, 1)
  assert.deepEqual(await checkFigures(service.app, 10), [])
  await recountAllPayments(service.app)
  const [, , , counted] = await figures()
  assert.deepEqual(counted, { ...expected[3], opened: 1 })
  assert.deepEqual(await checkFigures(service.app, 10), [])
})

test('the other mode and another merchant see no such figures, and a period includes its last day only', async () => {
  const [test] = await loadDayFigures(
    service.app,
    { merchantId, isTest: true },
    { from: '2026-03-01', to: '2026-03-01' },
  )
  assert.deepEqual(test?.days, [quietDay('2026-03-01')])
  assert.deepEqual(await figures('2026-03-02', '2026-03-02'), expected.slice(2, 3))
  assert.deepEqual(await figures('2026-03-02', '2026-03-01'), [])
})

test('half past midnight in Dubai is the day before for a store in Kuwait, and each store has its own currency', async () => {
  service.clock.set(Date.parse('2026-04-10T20:30:00Z'))
  const stores = ['AE', 'KW'].map((country) => ({ merchant_code: country, country }))
  const merchant = { name: 'Two shores', region: 'uae', stores }
  const made = succeed(await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', merchant)).body
  const at = (merchantCode: string, currency: string) =>
    openShop(service.urls.uae, made.keys.test.secret, { merchantCode, currency })
  await at('AE', 'AED').capturedPayment('100.00')
  await at('KW', 'KWD').capturedPayment('30.125')
  const who = { merchantId: made.merchant.id, isTest: true }
  const daysOf = async () => {
    const found = await loadDayFigures(service.app, who, { from: '2026-04-10', to: '2026-04-11' })
    return found.map(({ currency, days }) => [currency, ...days.map(({ capturedMinor }) => capturedMinor)])
  }
  const expectedDays = [
    ['AED', 0n, 10_000n],
    ['KWD', 30_125n, 0n],
  ]
  assert.deepEqual(await daysOf(), expectedDays)
  while ((await countPaymentChanges(service.app)) > 0);
  assert.deepEqual(await daysOf(), expectedDays)
  assert.deepEqual(await checkFigures(service.app, 10), [])
})
