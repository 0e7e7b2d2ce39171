import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute, second } from '../base/times.ts'
import { parseDuration } from './duration.ts'

const from = Date.UTC(2026, 0, 31)

test('a duration is what ISO 8601 calls one', () => {
  const known = {
    PT0S: 0,
    P1D: day,
    P14DT1H: 14 * day + hour,
    P2W: 14 * day,
    P1M: 31 * day,
    P1Y: 365 * day,
    'P1Y2M3W4DT5H6M7.5S': (365 + 59 + 25) * day + 5 * hour + 6 * minute + 7.5 * second,
    'P0,5D': 12 * hour,
    'PT1.25H': 75 * minute,
    'PT0.001S': 1,
  }
  for (const [text, ms] of Object.entries(known)) assert.equal(parseDuration(text, from), ms, text)
})

test('what has an empty time, anything beside it, its units in another order, or a fraction before its end is no duration', () => {
  const none = [
    ...['', 'P', 'T', 'PT', 'P1DT', 'P1Y2MT', '1D', 'P1', 'P1D2', 'P1H', 'PT1D', 'P1D1Y', 'PT1S1M', 'P1D1D', 'PT1HT1M'],
    ...['xP1D', 'P1Dx', ' P1D', 'P1D ', 'P1D\n', 'P1D P1D', 'PT1H30', 'p1d', 'P1d'],
    ...['-P1D', '+P1D', 'P-1D', 'PT-1H', 'P-0D', 'PT1e3S', 'P٣D'],
    ...['P0.5Y', 'P1.5M', 'P0.5DT1H', 'PT0.5H1M', 'PT.5S', 'PT1.S', 'PT1.2.3S', 'PT1,2.3S', 'P1.DT'],
    ...['P11Y', `P${'9'.repeat(250)}D`, `P${'9'.repeat(250)}Y`, `PT${'1.'.repeat(120)}S`],
  ]
  for (const text of none) assert.equal(parseDuration(text, from), undefined, text)
})
