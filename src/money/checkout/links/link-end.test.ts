import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '../../../platform/base/times.ts'
import { endOfLink, lastLinkDate } from './link-end.ts'

// 22:30 of 1 March in Dubai.
const now = Date.parse('2026-03-01T18:30:00Z')
const times = { now, currency: 'AED', unfinishedDays: 400 } as const

test('a link lives an hour, a day or a week', () => {
  assert.equal(endOfLink('hour', '', times), now + hour)
  assert.equal(endOfLink('day', 'x', times), now + day)
  assert.equal(endOfLink('week', '2020-01-01', times), now + 7 * day)
})

test('a link with a date ends with that date at the store', () => {
  assert.equal(endOfLink('date', '2026-03-01', times), Date.parse('2026-03-01T19:59:59.999Z'))
  assert.equal(endOfLink('date', '2026-03-02', times), Date.parse('2026-03-02T19:59:59.999Z'))
  const riyadh = { ...times, now: Date.parse('2026-03-01T20:30:00Z'), currency: 'SAR' } as const
  assert.equal(endOfLink('date', '2026-03-01', riyadh), Date.parse('2026-03-01T20:59:59.999Z'))
})

test('a date that is over, too far away or none is refused', () => {
  for (const date of ['', 'soon', '2026-02-28', '2026-02-30', '2026-3-4', '9999-12-31', '2026-05-31'])
    assert.equal(endOfLink('date', date, times), undefined, date)
  assert.notEqual(endOfLink('date', '2026-05-30', times), undefined)
  assert.equal(lastLinkDate(now, 'AED', 400), '2026-05-30')
})

test('a link ends before its first session is removed', () => {
  assert.equal(lastLinkDate(now, 'AED', 30), '2026-03-30')
})
