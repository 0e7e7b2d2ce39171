import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../testkit/random.ts'
import { standardOffers } from '../../platform/merchants/stores/plan-terms.ts'
import { type Applicant, type CustomerFacts, judge, needsFacts, type RuleVerdict } from './judge.ts'
import type { RulesInForce } from './rules.ts'

const sizeOnly: RulesInForce = {
  smallestOrderMinor: 100n,
  largestOrderMinor: 200_00n,
  maxOpenExposureMinor: null,
  maxOrdersPerDay: null,
  refuseOverdue: false,
  offers: standardOffers,
}
const all: RulesInForce = { ...sizeOnly, maxOpenExposureMinor: 1_000_00n, maxOrdersPerDay: 3, refuseOverdue: true }
const applicant: Applicant = {
  amountMinor: 150_00n,
  currency: 'AED',
  phone: '+971500000001',
  isTest: true,
  dob: null,
  today: '2026-03-01',
  isBlocked: false,
}
const nothing: CustomerFacts = { openMinor: 0n, ordersLastDay: 0, isOverdue: false }

const verdict = (name: RuleVerdict['name'], decision: ReturnType<typeof judge>): RuleVerdict =>
  decision.rules.find((rule) => rule.name === name) ?? assert.fail(`${name} was not in force`)

test("an order within the store's limits is approved, the limits included", () => {
  const cases = [
    [99n, 'order_amount_too_low', '1.00', '0.99'],
    [100n, null, '200.00', '1.00'],
    [200_00n, null, '200.00', '200.00'],
    [200_01n, 'order_amount_too_high', '200.00', '200.01'],
  ] as const
  for (const [amountMinor, reason, limit, value] of cases) {
    const decision = judge(sizeOnly, { ...applicant, amountMinor }, undefined)
    assert.deepEqual([decision.outcome, decision.reason], [reason === null ? 'approved' : 'rejected', reason])
    assert.deepEqual(verdict('order_size', decision), {
      name: 'order_size',
      limit,
      seen: value,
      spoke: reason !== null,
    })
  }
})

test('with test keys a phone that ends in 0002 is refused, in any form', () => {
  const judgePhone = (phone: string, isTest = true) =>
    judge(sizeOnly, { ...applicant, phone, isTest }, undefined).reason
  for (const phone of ['+971500000002', '0500-000 002', '0002', '٠٥٠٠٠٠٠٠٠٢', '+۹۷۱ ۵۰ ۰۰۰ ۰۰۰۲', '05000000٠٢']) {
    assert.equal(judgePhone(phone), 'not_available', phone)
  }
  assert.equal(judgePhone('00021'), null)
  assert.equal(judgePhone('+971500000002', false), null)
})

test('a customer under 18 by the given date of birth is rejected, up to the day before the birthday', () => {
  const cases = [
    ['2008-03-01', null, 18],
    ['2008-03-02', 'not_available', 17],
    ['2008-02-29', null, 18],
    ['1990-04-17', null, 35],
    ['2024-12-31', 'not_available', 1],
  ] as const
  for (const [dob, reason, years] of cases) {
    const decision = judge(sizeOnly, { ...applicant, dob }, undefined)
    assert.equal(decision.reason, reason, dob)
    assert.deepEqual(verdict('age', decision), { name: 'age', limit: 18, seen: years, spoke: reason !== null })
  }
  // Placeholders of published plug-ins.
  for (const dob of ['2026-03-01', '2025-03-02', '2027-01-01']) {
    assert.equal(judge(sizeOnly, { ...applicant, dob }, undefined).outcome, 'approved')
  }
  const leapling = { ...applicant, dob: '2008-02-29', today: '2026-02-28' }
  assert.equal(judge(sizeOnly, leapling, undefined).reason, 'not_available')
  assert.deepEqual(judge(sizeOnly, applicant, undefined).rules.at(-1)?.name, 'blocked')
})

test('a blocked customer is rejected', () => {
  const decision = judge(sizeOnly, { ...applicant, isBlocked: true }, undefined)
  assert.deepEqual([decision.outcome, decision.reason], ['rejected', 'not_available'])
  assert.deepEqual(verdict('blocked', decision), { name: 'blocked', limit: true, seen: true, spoke: true })
})

test('the debt with the order may equal the limit, and not exceed it', () => {
  for (const [openMinor, value, spoke] of [
    [850_00n, '1000.00', false],
    [850_01n, '1000.01', true],
  ] as const) {
    const decision = judge(all, applicant, { ...nothing, openMinor })
    assert.deepEqual(verdict('max_open_exposure', decision), {
      name: 'max_open_exposure',
      limit: '1000.00',
      seen: value,
      spoke,
    })
    assert.equal(decision.reason, spoke ? 'not_available' : null)
  }
})

test('figures have the decimals of the currency of the order', () => {
  const { rules } = judge(all, { ...applicant, currency: 'KWD' }, { ...nothing, openMinor: 5n })
  assert.deepEqual(
    rules.map(({ limit, seen }) => [limit, seen]),
    [
      ['20.000', '15.000'],
      [true, false],
      ['100.000', '15.005'],
      [3, 0],
      [true, false],
    ],
  )
})

test('orders up to the daily limit are approved', () => {
  for (const [ordersLastDay, spoke] of [
    [2, false],
    [3, true],
  ] as const) {
    const decision = judge(all, applicant, { ...nothing, ordersLastDay })
    const expected = { name: 'max_orders_per_day', limit: 3, seen: ordersLastDay, spoke }
    assert.deepEqual(verdict('max_orders_per_day', decision), expected)
    assert.equal(decision.reason, spoke ? 'not_available' : null)
  }
})

test('an overdue customer is rejected if the rule is in force', () => {
  const overdue = { ...nothing, isOverdue: true }
  const decision = judge(all, applicant, overdue)
  assert.deepEqual(verdict('refuse_overdue', decision), {
    name: 'refuse_overdue',
    limit: true,
    seen: true,
    spoke: true,
  })
  assert.equal(decision.reason, 'not_available')
  assert.equal(judge({ ...all, refuseOverdue: false }, applicant, overdue).reason, null)
})

test('rules about an unknown customer have no value, and approve', () => {
  const decision = judge({ ...all, maxOpenExposureMinor: 0n, maxOrdersPerDay: 0 }, applicant, undefined)
  assert.equal(decision.outcome, 'approved')
  const verdicts = decision.rules.slice(2).map((rule) => [rule.name, rule.seen, rule.spoke])
  assert.deepEqual(verdicts, [
    ['max_open_exposure', null, false],
    ['max_orders_per_day', null, false],
    ['refuse_overdue', null, false],
  ])
})

test('the first rule that rejects gives the reason, and only rules in force are evaluated', () => {
  const random = seeded(5, 'risk')
  const amount = (): bigint => BigInt(random.between(0, 300_00))
  for (let n = 0; n < 5_000; n += 1) {
    const rules: RulesInForce = {
      ...sizeOnly,
      maxOpenExposureMinor: random.between(0, 1) === 0 ? null : amount(),
      maxOrdersPerDay: random.between(0, 1) === 0 ? null : random.between(0, 3),
      refuseOverdue: random.between(0, 1) === 1,
    }
    const of: Applicant = { ...applicant, amountMinor: amount(), isBlocked: random.between(0, 3) === 0 }
    const known = { openMinor: amount(), ordersLastDay: random.between(0, 4), isOverdue: random.between(0, 1) === 1 }
    const facts = random.between(0, 3) === 0 ? undefined : known
    const { outcome, reason, rules: verdicts } = judge(rules, of, facts)
    const names = verdicts.map(({ name }) => name)
    const inForce = [
      'order_size',
      'blocked',
      ...(rules.maxOpenExposureMinor === null ? [] : ['max_open_exposure']),
      ...(rules.maxOrdersPerDay === null ? [] : ['max_orders_per_day']),
      ...(rules.refuseOverdue ? ['refuse_overdue'] : []),
    ]
    assert.deepEqual(names, inForce)
    assert.equal(needsFacts(rules), inForce.length > 2)
    const first = verdicts.find(({ spoke }) => spoke)
    assert.deepEqual([outcome === 'approved', reason === null], [first === undefined, first === undefined])
    assert.equal(reason === 'not_available', first !== undefined && first.name !== 'order_size')
    // More debt, more orders or an overdue part never turn a rejection into an approval.
    if (outcome === 'rejected' && facts !== undefined) {
      const worse = { openMinor: facts.openMinor + 1n, ordersLastDay: facts.ordersLastDay + 1, isOverdue: true }
      assert.equal(judge(rules, of, worse).outcome, 'rejected')
    }
  }
})
