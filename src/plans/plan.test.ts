import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planOf } from './plan.ts'

const days = (text: string): string[] => planOf(400n, Date.parse(text)).later.map((part) => part.dueDate)

test('a month after the 31st is the last day of a shorter month', () => {
  assert.deepEqual(days('2027-01-31T23:59:59Z'), ['2027-02-28', '2027-03-31', '2027-04-30'])
  assert.deepEqual(days('2028-01-31T00:00:00Z'), ['2028-02-29', '2028-03-31', '2028-04-30'])
  assert.deepEqual(days('2027-11-30T12:00:00Z'), ['2027-12-30', '2028-01-30', '2028-02-29'])
})

test('four parts sum to the amount, and what is left over is in the last', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 11n), (minor) => {
      const plan = planOf(minor, 0)
      const later = plan.later.map((part) => part.amountMinor)
      assert.equal(plan.downPaymentMinor, minor / 4n)
      assert.deepEqual(later.slice(0, 2), [minor / 4n, minor / 4n])
      assert.equal(
        later.reduce((sum, part) => sum + part, plan.downPaymentMinor),
        minor,
      )
      assert.equal(plan.laterMinor, minor - plan.downPaymentMinor)
    }),
  )
})
