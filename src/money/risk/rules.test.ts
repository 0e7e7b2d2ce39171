import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '../../platform/base/markets.ts'
import { standardOffers } from '../../platform/merchants/stores/plan-terms.ts'
import { contactsOf } from './contact.ts'
import { type RuleSet, readExposure, rulesInForce } from './rules.ts'

const inForce = (currency: Currency, isTest: boolean, ...sets: RuleSet[]) => {
  const store = { currency, smallestOrderMinor: 1n, largestOrderMinor: 2n, offers: standardOffers }
  const { maxOpenExposureMinor, maxOrdersPerDay, refuseOverdue } = rulesInForce(isTest, store, sets)
  return [maxOpenExposureMinor, maxOrdersPerDay, refuseOverdue]
}

test('without settings, live exposure has a limit in each currency, and no other rule is in force', () => {
  assert.deepEqual(inForce('AED', false), [20_000_00n, null, false])
  assert.deepEqual(inForce('SAR', false), [5_000_00n, null, false])
  assert.deepEqual(inForce('KWD', false), [500_000n, null, false])
  assert.deepEqual(inForce('AED', true), [null, null, false])
})

test("a store's rule overrides its merchant's, and a merchant's rule overrides the service's", () => {
  const merchant = { max_open_exposure: '10.00', max_orders_per_day: 3, refuse_overdue: true }
  assert.deepEqual(inForce('AED', false, merchant), [10_00n, 3, true])
  assert.deepEqual(inForce('AED', false, merchant, { max_orders_per_day: 1 }), [10_00n, 1, true])
  const off = { max_open_exposure: 'off', max_orders_per_day: 'off', refuse_overdue: false } as const
  assert.deepEqual(inForce('AED', false, merchant, off), [null, null, false])
  assert.deepEqual(inForce('AED', false, off, { max_open_exposure: '0.00' }), [0n, null, false])
})

test('a limit applies in the currency of the order, cut to its decimals', () => {
  assert.deepEqual(inForce('KWD', true, { max_open_exposure: '1000.00' })[0], 1_000_000n)
  assert.deepEqual(inForce('AED', true, { max_open_exposure: '1000.129' })[0], 1_000_12n)
})

test('an exposure limit is an amount in one of the currencies, or off', () => {
  const cases: [string | number, Currency[], ReturnType<typeof readExposure>][] = [
    ['1000', ['AED'], '1000.00'],
    [1000.5, ['AED'], '1000.50'],
    ['0', ['KWD'], '0.000'],
    ['1.125', ['AED', 'KWD'], '1.125'],
    ['1.12', ['AED', 'KWD'], '1.12'],
    ['off', ['AED'], 'off'],
    ['1.125', ['AED'], { problem: 'too many decimals', decimals: 2 }],
    ['1.1255', ['AED', 'KWD'], { problem: 'too many decimals', decimals: 3 }],
    ['-1', ['AED'], { problem: 'negative', decimals: 2 }],
    ['OFF', ['AED'], { problem: 'not a number', decimals: 2 }],
    ['', ['AED'], { problem: 'not a number', decimals: 2 }],
    ['1000000000', ['AED'], { problem: 'too large', decimals: 2 }],
  ]
  for (const [input, currencies, expected] of cases) assert.deepEqual(readExposure(input, currencies), expected)
})

test('contacts of a buyer: the phone in any form and the e-mail without case, if present', () => {
  assert.deepEqual(contactsOf({ phone: '050 000 0001', email: 'Sara@Example.com' }, 'AE'), [
    '+971500000001',
    'sara@example.com',
  ])
  assert.deepEqual(contactsOf({ phone: 'none', email: '' }, 'AE'), [])
})
