import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysLater } from '../../../money/plans/local-time.ts'
import { choices, lengthOf, mostDays, readPeriod } from './period.ts'

const today = '2026-03-01'
const read = (query: Readonly<Record<string, string>>) => readPeriod((name) => query[name], today)

test('without parameters: thirty days up to today, compared with the thirty days before', () => {
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

test('each choice ends today and has its number of days', () => {
  assert.deepEqual(
    choices.map((period) => lengthOf(read({ period }))),
    [7, 30, 90, 365],
  )
  assert.equal(read({ period: 'century' }).choice, '30d')
})

test('typed days are both included, and a future day becomes today', () => {
  const typed = (query: Readonly<Record<string, string>>) => {
    const { from, to, choice, problems } = read(query)
    return [from, to, choice, problems]
  }
  assert.deepEqual(typed({ from: '2026-02-01', to: '2026-02-01' }), ['2026-02-01', '2026-02-01', undefined, {}])
  assert.deepEqual(typed({ from: '2026-02-01', to: '2027-01-01' }), ['2026-02-01', today, undefined, {}])
  assert.deepEqual(typed({ from: '2026-02-20' }), ['2026-02-20', today, undefined, {}])
  assert.deepEqual(typed({ to: '2026-01-30' }), ['2026-01-01', '2026-01-30', undefined, {}])
})

test('a wrong period is reported, and the default one is shown', () => {
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

test('every input gives at most a year, in order, compared with the same number of days before', () => {
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
