import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  countries,
  countryOf,
  currencies,
  currenciesOf,
  currencyOf,
  finestCurrency,
  homeCountryOf,
  isCurrency,
  marketOf,
  regionOf,
  regions,
} from './markets.ts'

const root = join(import.meta.dirname, '../../..')

test('lists: in the order in which answers and the reference have them', () => {
  assert.deepEqual(currencies, ['AED', 'SAR', 'KWD'])
  assert.deepEqual(countries, ['AE', 'KW', 'SA'])
  assert.deepEqual(regions, ['uae', 'ksa'])
  assert.deepEqual(currenciesOf('uae'), ['AED', 'KWD'])
  assert.deepEqual([homeCountryOf('uae'), homeCountryOf('ksa'), finestCurrency], ['AE', 'SA', 'KWD'])
})

test('each currency has one country, and the country that currency', () => {
  for (const currency of currencies) {
    assert.equal(currencyOf(countryOf(currency)), currency)
    assert.equal(regionOf(countryOf(currency)), marketOf(currency).region)
  }
  assert.deepEqual(['AED', 'aed', 'EUR', 'toString', ''].map(isCurrency), [true, false, false, false, false])
})

test('each market: its time zone is one of the tz database; its limits are in order', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  for (const currency of currencies) {
    const { timeZone, orderLimits, largestExposureMinor, smallestChargeMinor, phones } = marketOf(currency)
    assert.ok(zones.includes(timeZone), timeZone)
    assert.ok(orderLimits.smallestMinor < orderLimits.largestMinor)
    assert.ok(smallestChargeMinor < largestExposureMinor)
    const [least, most] = phones.lengths
    assert.ok(least <= most && phones.mobile.length + 7 >= least && phones.mobile.length + 7 <= most)
  }
})

// Examples of answers name a currency; these files have facts by currency, and nothing else may.
const allowed = ['src/platform/base/market-entries.ts', 'src/platform/ui/words/markets.ts']

test('no other source has facts by currency or country, or asks whether a region is the second one', () => {
  const files = globSync('src/**/*.{ts,js}', { cwd: root }).filter((file) => !/\.test\.|messaging\/browser/.test(file))
  const found = files.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return /\b(AED|SAR|KWD|AE|SA|KW): |[=!]== '(ksa|uae)'/.test(source) && !allowed.includes(file)
  })
  assert.deepEqual(found, [])
})
