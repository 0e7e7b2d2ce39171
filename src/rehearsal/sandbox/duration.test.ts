import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute, second } from '../../platform/base/times.ts'
import { parseDuration } from './duration.ts'

const from = Date.UTC(2026, 0, 31)

test('a duration has the form of ISO 8601', () => {
  const known = {
    PT0S: 0,
    P1D: day,
    P14DT1H: 14 * day + hour,
    P2W: 14 * day,
    P1M: 28 * day,
    P1Y: 365 * day,
    'P1Y2M3W4DT5H6M7.5S': (365 + 59 + 25) * day + 5 * hour + 6 * minute + 7.5 * second,
    'P0,5D': 12 * hour,
    'PT1.25H': 75 * minute,
    'PT0.001S': 1,
  }
  for (const [text, ms] of Object.entries(known)) assert.equal(parseDuration(text, from), ms, text)
})

test('a duration with an empty time, other text, units in another order or an early fraction is refused', () => {
  const none = [
    ...['', 'P', 'T', 'PT', 'P1DT', 'P1Y2MT', '1D', 'P1', 'P1D2', 'P1H', 'PT1D', 'P1D1Y', 'PT1S1M', 'P1D1D', 'PT1HT1M'],
    ...['xP1D', 'P1Dx', ' P1D', 'P1D ', 'P1D\n', 'P1D P1D', 'PT1H30', 'p1d', 'P1d'],
    ...['-P1D', '+P1D', 'P-1D', 'PT-1H', 'P-0D', 'PT1e3S', 'P٣D'],
    ...['P0.5Y', 'P1.5M', 'P0.5DT1H', 'PT0.5H1M', 'PT.5S', 'PT1.S', 'PT1.2.3S', 'PT1,2.3S', 'P1.DT'],
    ...['P11Y', `P${'9'.repeat(250)}D`, `P${'9'.repeat(250)}Y`, `PT${'1.'.repeat(120)}S`],
  ]
  for (const text of none) assert.equal(parseDuration(text, from), undefined, text)
})

function later(from: string, duration: string): string | undefined {
  const at = Date.parse(from)
  const ms = parseDuration(duration, at)
  return ms === undefined ? undefined : new Date(at + ms).toISOString()
}

test('months and years end on the same day, or on the last day of a shorter month, at the same time', () => {
  for (const [from, duration, to] of [
    ['2027-01-31T10:00:00.000Z', 'P1M', '2027-02-28T10:00:00.000Z'],
    ['2027-03-31T23:59:59.999Z', 'P1M', '2027-04-30T23:59:59.999Z'],
    ['2028-01-31T00:00:00.000Z', 'P1M', '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 'P1Y', '2029-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 'P4Y', '2032-02-29T10:00:00.000Z'],
    ['2027-10-31T10:00:00.000Z', 'P1Y4M', '2029-02-28T10:00:00.000Z'],
    ['2027-01-31T10:00:00.000Z', 'P1M1DT1H', '2027-03-01T11:00:00.000Z'],
  ] as const) {
    assert.equal(later(from, duration), to, `${from} and ${duration}`)
  }
})

test('a fraction of a month or year is refused because its length is unclear; smaller units may have one', () => {
  for (const text of ['P0.5M', 'P0,5M', 'P1.5Y', 'P.5Y', 'P1.5M1D', 'P2Y0.1M']) {
    assert.equal(later('2027-03-31T10:00:00.000Z', text), undefined, text)
  }
  assert.equal(later('2027-03-31T10:00:00.000Z', 'P0.5W'), '2027-04-03T22:00:00.000Z')
  assert.equal(later('2027-03-31T10:00:00.000Z', 'PT0.5S'), '2027-03-31T10:00:00.500Z')
})
