import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backoffMs, formatMilliseconds, formatSeconds, isDateText, parseInstant, wholeSecond } from './times.ts'

test('any ISO 8601 offset gives the same instant', () => {
  const at = Date.parse('2028-02-29T12:00:00Z')
  for (const text of [
    '2028-02-29T12:00:00Z',
    '2028-02-29T16:00:00+04:00',
    '2028-02-29T17:30+0530',
    '2028-02-29 02:00:00-10',
  ]) {
    assert.equal(parseInstant(text), at, text)
  }
})

test('a formatted time is read back', () => {
  const anyAt = fc.integer({ min: Date.parse('0001-01-01'), max: Date.parse('9999-12-31') })
  fc.assert(
    fc.property(anyAt, (at) => {
      assert.equal(parseInstant(formatMilliseconds(at)), at)
      assert.equal(parseInstant(formatSeconds(at)), wholeSecond(at))
    }),
  )
})

test('a text that is no moment of the years 1 to 9999 is refused', () => {
  for (const text of [
    '2027-02-29',
    '2100-02-29T00:00:00Z',
    '2027-00-01',
    '2027-01-00',
    '2027-01-01T24:00:00Z',
    '2027-01-01T00:60:00Z',
    '2027-01-01T00:00:60Z',
    '2027-01-01T00:00:00+24:00',
    '0000-01-01',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '20270101',
    '',
    'now',
  ]) {
    assert.equal(parseInstant(text), undefined, text)
  }
})

test('the 29th of February is a date in leap years only', () => {
  assert.deepEqual(['2000-02-29', '2028-02-29', '1900-02-29', '2027-02-29', '2027-4-1'].map(isDateText), [
    true,
    true,
    false,
    false,
    false,
  ])
})

test('backoff: each failure waits longer, up to the longest wait, after any number of failures', () => {
  const waits = Array.from({ length: 40 }, (_, index) => backoffMs(index + 1, 1_000, 3_600_000))
  assert.deepEqual(waits.slice(0, 4), [1_000, 2_000, 4_000, 8_000])
  assert.ok(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0)))
  assert.deepEqual([waits.at(-1), backoffMs(5_000, 1_000, 3_600_000)], [3_600_000, 3_600_000])
})
