import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysLater } from '../../../money/plans/local-time.ts'
import { choices, lengthOf, mostDays, readPeriod } from './period.ts'

const today = '2026-03-01'
const read = (query: Readonly<Record<string, string>>) => readPeriod((name) => query[name], today)

test('without an address it is thirty days up to today, and as many before', () => {
  const { from, to, before, choice } = read({})
  assert.deepEqual(
    { from, to, before, choice },
    {
      from: '2026-01-31',
      to: today,
      before: { from: '2026-01-01', to: '2026-01-30' },
      choice: '30d',
    },
  )
})

test('each choice ends today and is as long as it says', () => {
  assert.deepEqual(
    choices.map((period) => lengthOf(read({ period }))),
    [7, 30, 90, 365],
  )
  assert.equal(read({ period: 'century' }).choice, '30d')
})

test('typed days are taken with both ends; a day to come ends today', () => {
  const typed = (query: Readonly<Record<string, string>>) => {
    const { from, to, choice, problems } = read(query)
    return [from, to, choice, problems]
  }
  assert.deepEqual(typed({ from: '2026-02-01', to: '2026-02-01' }), ['2026-02-01', '2026-02-01', undefined, {}])
  assert.deepEqual(typed({ from: '2026-02-01', to: '2027-01-01' }), ['2026-02-01', today, undefined, {}])
  assert.deepEqual(typed({ from: '2026-02-20' }), ['2026-02-20', today, undefined, {}])
  assert.deepEqual(typed({ to: '2026-01-30' }), ['2026-01-01', '2026-01-30', undefined, {}])
})

test('what is no period is named, and the usual one is shown', () => {
  const problemsOf = (query: Readonly<Record<string, string>>) => {
    const { choice, problems } = read(query)
    assert.equal(choice, '30d')
    return problems
  }
  assert.deepEqual(problemsOf({ from: '2026-02-30' }), { from: 'no day' })
  assert.deepEqual(problemsOf({ to: 'yesterday' }), { to: 'no day' })
  assert.deepEqual(problemsOf({ from: '2026-02-20', to: '2026-02-01' }), { to: 'wrong order' })
  assert.deepEqual(problemsOf({ from: '2026-03-02' }), { from: 'wrong order' })
  assert.deepEqual(problemsOf({ from: '2024-01-01', to: '2025-12-31' }), { to: 'too long' })
})

test('whatever is typed, it is at most a year, does not end before it begins, and has as many days before it', () => {
  const day = fc.oneof(
    fc.string(),
    fc.integer({ min: -800, max: 800 }).map((days) => daysLater(today, days)),
  )
  fc.assert(
    fc.property(day, day, (from, to) => {
      const period = read({ from, to })
      assert.ok(period.from <= period.to && period.to <= today && lengthOf(period) <= mostDays)
      assert.equal(lengthOf(period.before), lengthOf(period))
      assert.equal(daysLater(period.before.to, 1), period.from)
    }),
  )
})
