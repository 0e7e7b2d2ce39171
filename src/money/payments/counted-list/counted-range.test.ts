import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { day, minute } from '../../../platform/base/times.ts'
import { countedRange } from './counted-range.ts'

const at = fc.integer({ min: -3 * 365 * day, max: 60 * 365 * day })
const bound = fc.option(at, { nil: null })

test('the parts of a range are adjacent, and the inner ones are whole', () => {
  fc.assert(
    fc.property(bound, bound, (createdFrom, createdTo) => {
      const range = countedRange(createdFrom, createdTo)
      const cuts = Object.values(range) as number[]
      assert.deepEqual(
        cuts.toSorted((a, b) => a - b),
        cuts,
      )
      const { from, quartersFrom, daysFrom, daysTo, quartersTo, to } = range
      assert.ok(quartersFrom - from < 15 * minute && to - quartersTo < 15 * minute)
      if (quartersFrom < quartersTo)
        assert.deepEqual([quartersFrom % (15 * minute), quartersTo % (15 * minute)].map(Math.abs), [0, 0])
      if (daysFrom < daysTo) assert.deepEqual([daysFrom % day, daysTo % day].map(Math.abs), [0, 0])
      assert.ok(daysFrom - quartersFrom < 2 * day && quartersTo - daysTo < 2 * day)
    }),
  )
})

test('a range includes both its bounds, and is empty if they are reversed', () => {
  const noon = Date.parse('2026-03-01T12:07:30Z')
  const one = countedRange(noon, noon)
  assert.deepEqual([one.from, one.to], [noon, noon + 1])
  const none = countedRange(noon, noon - day)
  assert.deepEqual([none.from, none.to], [noon, noon])
})

test('a range without bounds includes every possible time', () => {
  const { from, to } = countedRange(null, null)
  assert.ok(from <= Date.parse('0001-01-01T00:00:00Z') && to >= Date.parse('9999-12-31T23:59:59Z'))
})
