import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quietDay } from '../../../money/payments/figures/day-figures.ts'
import { drawnAmount, growthOf, shareOf, sumDays, sumFunnel } from './sums.ts'

test('days add up exactly, with amounts of any size', () => {
  const day = { ...quietDay('2026-03-01'), authorized: 2, authorizedMinor: 9_007_199_254_740_993n, refundedMinor: 1n }
  const { authorized, authorizedMinor, refundedMinor } = sumDays([day, day, quietDay('2026-03-02')])
  assert.deepEqual([authorized, authorizedMinor, refundedMinor], [4, 18_014_398_509_481_986n, 2n])
})

test('payments that a sandbox approved by itself count in every step of the funnel, and no step exceeds the visits', () => {
  const day = { date: '2026-03-01', opened: 5, pageOpened: 1, codeProved: 1, approved: 3 }
  assert.deepEqual(sumFunnel([day]), { opened: 5, pageOpened: 3, codeProved: 3, approved: 3, bySandbox: 2 })
  const real = { date: '2026-03-02', opened: 5, pageOpened: 4, codeProved: 3, approved: 2 }
  assert.deepEqual(sumFunnel([real]), { opened: 5, pageOpened: 4, codeProved: 3, approved: 2, bySandbox: 0 })
})

test('a share of zero is zero, and growth from zero has no value', () => {
  assert.equal(shareOf(5n, 0n), 0)
  assert.equal(shareOf(1, 4), 0.25)
  assert.equal(growthOf(5n, 0n), undefined)
  assert.equal(growthOf(150n, 100n), 0.5)
  assert.equal(growthOf(50n, 100n), -0.5)
})

test('an amount is plotted in whole units of its currency', () => {
  assert.deepEqual([drawnAmount(12_345n, 'AED'), drawnAmount(12_345n, 'KWD')], [123.45, 12.345])
})
