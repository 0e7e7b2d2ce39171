import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardOffers } from '../../../platform/merchants/stores/plan-terms.ts'
import { quotePrice } from './quote.ts'

const store = { currency: 'AED' } as const
const limits = {
  smallestOrderMinor: 10_00n,
  largestOrderMinor: 500_00n,
  maxOpenExposureMinor: null,
  offers: standardOffers,
}
const now = Date.parse('2026-03-01T21:00:00Z')

test('quote: the parts begin on the date at the store and sum to the price', () => {
  const [plan] = quotePrice(store, limits, 340_01n, now).plans
  assert.deepEqual(
    plan?.parts.map(({ dueDate, amountMinor }) => [dueDate, amountMinor]),
    [
      ['2026-03-02', 85_00n],
      ['2026-04-02', 85_00n],
      ['2026-05-02', 85_00n],
      ['2026-06-02', 85_01n],
    ],
  )
})

test('quote: a price at a limit has a plan, and a price beyond it has none', () => {
  const counts = [9_99n, 10_00n, 500_00n, 500_01n].map(
    (price) => quotePrice(store, limits, price, now).plans[0]?.parts.length ?? 0,
  )
  assert.deepEqual(counts, [0, 4, 4, 0])
})

test('quote: the largest amount is the smaller of the largest order and the exposure limit', () => {
  const largest = [null, 200_00n, 900_00n].map((maxOpenExposureMinor) => {
    const { maxMinor, plans } = quotePrice(store, { ...limits, maxOpenExposureMinor }, 300_00n, now)
    return [maxMinor, plans[0]?.parts.length ?? 0]
  })
  assert.deepEqual(largest, [
    [500_00n, 4],
    [200_00n, 0],
    [500_00n, 4],
  ])
})
