import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { markets } from '../../src/platform/base/market-entries.ts'
import { countryNames, zoneNames } from '../../src/platform/ui/words/markets.ts'
import type { TestApi } from '../support/api.ts'

// A market is one entry and its words. This one is added before anything else is loaded; its clocks change on Friday,
// 24 April 2026, from 00:00 to 01:00, and on Friday, 30 October 2026, from 00:00 back to Thursday 23:00.
Object.assign(markets, {
  EGP: {
    ...{ country: 'EG', region: 'uae', profile: 'none', decimals: 2, timeZone: 'Africa/Cairo' },
    phones: { code: '20', lengths: [9, 10], mobile: '10' },
    orderLimits: { smallestMinor: 10_00n, largestMinor: 500_000_00n },
    largestExposureMinor: 100_000_00n,
    smallestChargeMinor: 20_00n,
  },
})
Object.assign(zoneNames.en, { EGP: 'Cairo' })
Object.assign(zoneNames.ar, { EGP: 'القاهرة' })
Object.assign(countryNames.en, { EG: 'Egypt' })
Object.assign(countryNames.ar, { EG: 'مصر' })

const { openTestApi } = await import('../support/api.ts')
const { succeed } = await import('../../testkit/client.ts')
const { askDoctor } = await import('../support/doctor.ts')
const { pass, planOf } = await import('../support/plans.ts')
const { collectionTimeOf, endOf, instantOf, localDateOf, nextCollectionTime, startOf } = await import(
  '../../src/money/plans/local-time.ts'
)
const { instantOfDate, localDate, startOfDate } = await import('../../src/money/plans/local-time-sql.ts')

const cairo = 'EGP' as never
let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

const utc = (at: number): string => new Date(at).toISOString().slice(0, 16)

test('Cairo: days begin where the clocks say, and last 23 to 25 hours', () => {
  assert.equal(utc(startOf('2026-04-23', cairo)), '2026-04-22T22:00')
  // 00:00 is skipped: the day begins at 01:00.
  assert.equal(utc(startOf('2026-04-24', cairo)), '2026-04-23T22:00')
  assert.equal(utc(startOf('2026-04-25', cairo)), '2026-04-24T21:00')
  assert.equal(utc(startOf('2026-10-29', cairo)), '2026-10-28T21:00')
  assert.equal(utc(startOf('2026-10-30', cairo)), '2026-10-29T22:00')
  const hours = ['2026-04-24', '2026-04-25', '2026-10-29'].map(
    (date) => (endOf(date, cairo) + 1 - startOf(date, cairo)) / 3_600_000,
  )
  assert.deepEqual(hours, [23, 24, 25])
  assert.deepEqual(
    ['2026-04-23T21:59', '2026-04-23T22:00', '2026-10-29T21:30'].map((at) => localDateOf(Date.parse(`${at}Z`), cairo)),
    ['2026-04-23', '2026-04-24', '2026-10-29'],
  )
  assert.deepEqual(
    ['2026-04-23', '2026-04-24', '2026-10-29', '2026-10-30'].map((date) =>
      utc(collectionTimeOf(date, cairo)).slice(11),
    ),
    ['07:00', '06:00', '06:00', '07:00'],
  )
  assert.equal(utc(nextCollectionTime(Date.parse('2026-04-23T07:00Z'), cairo)), '2026-04-24T06:00')
  assert.equal(utc(instantOf('2026-04-24T00:30', cairo)), '2026-04-23T22:30')
})

test('Cairo: the server and the service agree on every day and hour of 2026', async () => {
  const rows = await api.service.database.query(
    `select at::text, (${localDate('at', "'EGP'")})::text as date, (${startOfDate(localDate('at', "'EGP'"), "'EGP'")})::text as starts,
       (${instantOfDate(localDate('at', "'EGP'"), '10:00', "'EGP'")})::text as ten
     from generate_series(timestamptz '2026-01-01 00:00Z', timestamptz '2026-12-31 23:00Z', interval '1 hour') as at`,
  )
  assert.equal(rows.length, 365 * 24)
  for (const { at, date, starts, ten } of rows as Record<string, string>[]) {
    const day = localDateOf(Date.parse(at ?? ''), cairo)
    assert.equal(date, day, at)
    assert.equal(Date.parse(starts ?? ''), startOf(day, cairo), at)
    assert.equal(Date.parse(ten ?? ''), instantOf(`${day}T10:00`, cairo), at)
  }
})

test('Cairo: a purchase is collected at 09:00 on both sides of the change, and each day is settled', async () => {
  const stores = [{ merchant_code: 'main', country: 'EG', fee: { percent: '5.00' } }]
  const made = succeed(
    await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }),
  ).body
  assert.deepEqual([made.stores[0].currency, made.stores[0].country], ['EGP', 'EG'])
  const shop = api.open(made.keys.test.secret, { merchantCode: 'main', currency: 'EGP' })
  const buyer = { name: 'Sara Ali', email: 'otp.success@example.com', phone: '01000000001', dob: '1990-04-17' }
  // 10:00 in Dubai; the 1st of March in Cairo, whose clocks are two hours ahead.
  const { body } = succeed(await shop.checkout('400.00', { buyer }))
  assert.equal(body.status, 'created')
  const [plan] = body.configuration.available_products.installments
  assert.deepEqual(
    plan.installments.map(({ due_date }: { due_date: string }) => due_date),
    ['2026-04-01', '2026-05-01', '2026-06-01'],
  )
  const id = body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  await pass(shop, 'P100D')
  const collected = await planOf(shop, id)
  assert.deepEqual([collected.status, collected.paid], ['completed', '400.00'])
  assert.deepEqual(
    collected.charges.map(({ at }) => at),
    ['2026-03-01T10:00:00Z', '2026-04-01T07:00:00Z', '2026-05-01T06:00:00Z', '2026-06-01T06:00:00Z'],
  )
  const [day] = succeed(await shop.call('GET', '/api/v1/settlements')).body.settlements
  assert.deepEqual(
    [day.date, day.currency, day.captures, day.fees, day.status],
    ['2026-03-01', 'EGP', '400.00', '20.00', 'paid'],
  )
  assert.deepEqual(await askDoctor(api.service.app), [])
})

test('Cairo: what moves in the night of the change is settled in its own day and paid at 10:00', async () => {
  const stores = [{ merchant_code: 'main', country: 'EG' }]
  const { keys } = succeed(
    await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }),
  ).body
  const shop = api.open(keys.test.secret, { merchantCode: 'main', currency: 'EGP' })
  const goTo = async (at: string): Promise<void> => {
    const { now } = succeed(await shop.call('GET', '/sandbox/clock')).body
    await pass(shop, `PT${(Date.parse(at) - Date.parse(now)) / 1_000}S`)
  }
  await goTo('2026-04-23T21:30:00Z')
  await shop.capturedPayment('100.00')
  await goTo('2026-04-23T22:30:00Z')
  await shop.capturedPayment('200.00')
  await goTo('2026-04-25T07:30:00Z')
  const { settlements } = succeed(await shop.call('GET', '/api/v1/settlements')).body
  assert.deepEqual(
    settlements.map(({ date, captures, status }: Record<string, string>) => [date, captures, status]),
    [
      ['2026-04-24', '200.00', 'paid'],
      ['2026-04-23', '100.00', 'paid'],
    ],
  )
  assert.deepEqual(await askDoctor(api.service.app), [])
})
