import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Call,
  countingKey,
  type FaultRule,
  isInjected,
  isMatch,
  isUsedUp,
  lastCounted,
  type NotificationAttempt,
} from './fault.ts'

const rule = (members: object = {}, when: object = {}): FaultRule =>
  ({
    on: { operation: 'capturePayment', payment_id: null },
    when: { per: 'call', skip: 0, times: 1, probability: 1, ...when },
    do: { kind: 'slow', ms: 5 },
    seed: 42,
    until: 'PT1H',
    ...members,
  }) as FaultRule

const nobody = async () => undefined
const call = (members: Partial<Call> = {}): Call => ({
  operation: 'capturePayment',
  hasConflict: true,
  referenceId: '',
  requestId: '',
  findPaymentId: nobody,
  ...members,
})
const sending = (members: Partial<NotificationAttempt> = {}): NotificationAttempt => ({
  notification: 'authorized',
  isFirstAttempt: true,
  requestId: '',
  findPaymentId: nobody,
  ...members,
})

test('a rule applies to the operation or notification that it names, and * to all of its kind', () => {
  const anyCall = rule({ on: { operation: '*', payment_id: null } })
  const anyNotification = rule({ on: { notification: '*' }, do: { kind: 'reorder' } })
  const occurrences = [call(), call({ operation: 'getPayment' }), sending()]
  const matching = (of: FaultRule): boolean[] => occurrences.map((occurrence) => isMatch(of, occurrence))
  assert.deepEqual(matching(rule()), [true, false, false])
  assert.deepEqual(matching(anyCall), [true, true, false])
  assert.deepEqual(matching(anyNotification), [false, false, true])
  assert.deepEqual(matching(rule({ on: { notification: 'closed' }, do: { kind: 'drop' } })), [false, false, false])
})

test('a rule is used up after its last call; of drawn rules and of rules for each payment it is not known', () => {
  const when = { per: 'call', skip: 3, times: 2, probability: 1 } as const
  const used = (hits: number, changes = {}) => isUsedUp({ id: '', hits, rule: rule({ when: { ...when, ...changes } }) })
  assert.deepEqual([used(1), used(2)], [false, true])
  assert.deepEqual([used(2, { per: 'payment' }), used(2, { probability: 0.5 })], [undefined, undefined])
})

test('a conflict never applies to an operation without a 409, and later attempts can only be dropped', () => {
  const conflict = rule({ on: { operation: '*', payment_id: null }, do: { kind: 'conflict' } })
  assert.equal(isMatch(conflict, call()), true)
  assert.equal(isMatch(conflict, call({ hasConflict: false })), false)
  const again = sending({ isFirstAttempt: false })
  const of = (kind: string) => rule({ on: { notification: '*' }, do: { kind } })
  assert.deepEqual(
    ['drop', 'reorder', 'late'].map((kind) => isMatch(of(kind), again)),
    [true, false, false],
  )
})

test('each rule counts by its key, and without a key under the empty one', () => {
  const keys = (per: string) => [
    countingKey(rule({}, { per }), call({ referenceId: 'a' }), 'p'),
    countingKey(rule({}, { per }), sending(), undefined),
  ]
  assert.deepEqual(keys('call'), ['', ''])
  assert.deepEqual(keys('reference_id'), ['a', ''])
  assert.deepEqual(keys('payment'), ['p', ''])
})

test('of each key the first `skip` calls pass, and the next `times` have the fault', () => {
  const window = rule({}, { skip: 2, times: 3 })
  const injection = Array.from({ length: lastCounted(window) }, (_, index) => isInjected(window, 'a', index + 1))
  assert.deepEqual(injection, [false, false, true, true, true])
})

test('the same seed, rule, key and count give the same draw, on any payment', () => {
  const chance = { probability: 0.5, times: 1_000 }
  const of = (payment_id: string | null) => rule({ on: { operation: 'capturePayment', payment_id } }, chance)
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1_000 }), (key, count) => {
      assert.equal(isInjected(of('one'), key, count), isInjected(structuredClone(of('another')), key, count))
    }),
  )
})

test('draws match the probability, and another seed, key or rule gives other draws', () => {
  const counts = Array.from({ length: 2_000 }, (_, index) => index + 1)
  const drawnNumber = (members: object, when: object, key: string) =>
    counts.filter((count) => isInjected(rule(members, { times: 2_000, probability: 0.3, ...when }), key, count))
  const usual = drawnNumber({}, {}, 'a')
  assert.ok(Math.abs(usual.length - 600) < 80, `${usual.length}`)
  for (const other of [
    drawnNumber({ seed: 43 }, {}, 'a'),
    drawnNumber({}, {}, 'b'),
    drawnNumber({ do: { kind: 'slow', ms: 6 } }, {}, 'a'),
  ])
    assert.notDeepEqual(other, usual)
  assert.deepEqual(drawnNumber({}, { probability: 0 }, 'a'), [])
  assert.deepEqual(drawnNumber({}, { probability: 1 }, 'a'), counts)
})
