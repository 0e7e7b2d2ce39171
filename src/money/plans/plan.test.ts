import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Currency, currencies } from '../../platform/base/markets.ts'
import { day, hour, minute } from '../../platform/base/times.ts'
import { standardTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { collectionTimeOf, localDateOf, monthsLater, nextCollectionTime, startOf, timeZoneOf } from './local-time.ts'
import { downPaymentOf, splitIntoParts } from './plan.ts'

const standardParts = (amountMinor: bigint, currency: Currency, startsAt: number) =>
  splitIntoParts({ terms: standardTerms, amountMinor, currency, startsAt })

const later = (text: string, currency: Currency = 'AED'): string[] =>
  standardParts(400n, currency, Date.parse(text))
    .slice(1)
    .map((part) => part.dueDate)

test('a month after the 31st is the last day of a shorter month', () => {
  assert.deepEqual(later('2027-01-31T19:59:59Z'), ['2027-02-28', '2027-03-31', '2027-04-30'])
  assert.deepEqual(later('2028-01-30T20:00:00Z'), ['2028-02-29', '2028-03-31', '2028-04-30'])
  assert.deepEqual(later('2027-11-30T12:00:00Z'), ['2027-12-30', '2028-01-30', '2028-02-29'])
})

test('31 January + 1 month is not 3 March', () => {
  for (const currency of currencies) {
    assert.equal(later('2027-01-31T09:00:00Z', currency)[0], '2027-02-28')
    assert.equal(later('2028-01-31T09:00:00Z', currency)[0], '2028-02-29')
  }
  assert.equal(monthsLater('2027-01-31', 0), '2027-01-31')
  assert.equal(monthsLater('2027-12-31', 2), '2028-02-29')
})

test('a month later: the same day of the next month or its last day, and no month is skipped', () => {
  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * day).toISOString().slice(0, 10))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 24 }), (date, months) => {
      const found = monthsLater(date, months)
      const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
      const [foundYear = 0, foundMonth = 0, foundDay = 0] = found.split('-').map(Number)
      assert.equal(foundYear * 12 + foundMonth, year * 12 + month + months)
      const isLastDay = new Date(Date.parse(found) + day).toISOString().slice(8, 10) === '01'
      assert.ok(foundDay === dayOfMonth || (foundDay < dayOfMonth && isLastDay), found)
    }),
  )
})

test('four parts sum to the amount, and the remainder is in the last one', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 11n), (minor) => {
      const [first, ...others] = standardParts(minor, 'AED', 0).map((part) => part.amountMinor)
      assert.equal(first, minor / 4n)
      assert.equal(first, downPaymentOf(standardTerms, minor))
      assert.deepEqual(others.slice(0, 2), [minor / 4n, minor / 4n])
      assert.equal(
        others.reduce((sum, part) => sum + part, first),
        minor,
      )
      assert.equal(others.length, 3)
    }),
  )
})

test("late in the evening by UTC the plan starts on the store's next day", () => {
  const dates = (text: string): string[] => currencies.map((currency) => localDateOf(Date.parse(text), currency))
  assert.deepEqual(currencies, ['AED', 'SAR', 'KWD'])
  assert.deepEqual(dates('2026-11-30T19:59:59.999Z'), ['2026-11-30', '2026-11-30', '2026-11-30'])
  assert.deepEqual(dates('2026-11-30T20:00:00Z'), ['2026-12-01', '2026-11-30', '2026-11-30'])
  assert.deepEqual(dates('2026-11-30T20:59:59.999Z'), ['2026-12-01', '2026-11-30', '2026-11-30'])
  assert.deepEqual(dates('2026-11-30T21:00:00Z'), ['2026-12-01', '2026-12-01', '2026-12-01'])
  assert.deepEqual(dates('2026-11-30T23:59:59.999Z'), ['2026-12-01', '2026-12-01', '2026-12-01'])
  // By UTC it is still the 30th, and a month later would be the 30th.
  assert.deepEqual(later('2027-01-30T20:30:00Z', 'AED'), ['2027-02-28', '2027-03-31', '2027-04-30'])
  assert.deepEqual(later('2027-01-30T20:30:00Z', 'KWD'), ['2027-02-28', '2027-03-30', '2027-04-30'])
  const [first] = standardParts(400n, 'SAR', Date.parse('2026-12-31T21:00:00Z'))
  assert.equal(first?.dueDate, '2027-01-01')
})

/** The date and time at the store by the platform's time zones. */
function calendarOf(name: string): (at: number) => string {
  const options = { timeZone: name, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const
  const format = new Intl.DateTimeFormat('sv-SE', options)
  return (at) => format.format(at)
}

test("the stores' time zones equal those of the platform, at every hour from 2024 to 2035", () => {
  for (const currency of currencies) {
    const calendar = calendarOf(timeZoneOf(currency))
    const end = Date.UTC(2036, 0, 1)
    for (let at = Date.UTC(2024, 0, 1); at < end; at += hour) {
      const [date = '', time = ''] = calendar(at).split(' ')
      assert.equal(localDateOf(at, currency), date)
      assert.equal(at - startOf(date, currency), Number(time.slice(0, 2)) * hour, `${currency} at ${at}`)
    }
  }
})

test('09:00 is 09:00 at the store, and the next one is at most a day away', () => {
  for (const currency of currencies) {
    const calendar = calendarOf(timeZoneOf(currency))
    assert.equal(calendar(collectionTimeOf('2028-02-29', currency)), '2028-02-29 09:00:00')
    const nine = collectionTimeOf('2026-12-01', currency)
    assert.equal(nextCollectionTime(nine - 1, currency), nine)
    assert.equal(nextCollectionTime(nine, currency), nine + day)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15_000 * 24 * 60 }), (minutes) => {
        const after = minutes * minute
        const next = nextCollectionTime(after, currency)
        assert.ok(next > after && next <= after + day)
        assert.equal(calendar(next).slice(11), '09:00:00')
      }),
    )
  }
})
