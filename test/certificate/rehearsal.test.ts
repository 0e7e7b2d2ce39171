import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ending, ScenarioName } from '../../src/rehearsal/certificate/facts.ts'
import {
  dueActs,
  isLate,
  isOver,
  type ObservedEntry,
  observe,
  type Pace,
  type Scenario,
} from '../../src/rehearsal/certificate/rehearsal.ts'

const pace: Pace = { idleMs: 10_000, longestMs: 60_000, patienceMs: 600_000 }

function scenario(name: ScenarioName = 'plain', members: Partial<Scenario> = {}): Scenario {
  return {
    ...{ name, phase: 'running', startedAt: 0, endedAt: null, from: 0, upTo: 0, since: 0, lastTraffic: 0 },
    ...{ payments: [], faults: [], forgeries: [], redirects: [] },
    ...members,
  }
}

let number = 0n
function entry(payment_id: string, members: Partial<ObservedEntry>): ObservedEntry {
  number += 1n
  return { number, kind: 'change', operation: null, status: null, payment_id, change: null, ...members }
}

function changed(payment: string, operation: string, status: string, actor = 'customer'): ObservedEntry {
  return entry(payment, { operation, change: { of: 'payment', status, actor } })
}

const created = (payment: string): ObservedEntry => changed(payment, 'create', 'CREATED', 'key …1111')

const { payments: opened } = observe(scenario(), [created('opened')], 0)

test('a scenario ends by silence or by its time limit, a little later during a delivery', () => {
  const running = scenario('plain', { lastTraffic: 30_000, payments: opened })
  const over = (now: number, isDelivering = false) => isOver(running, pace, now, isDelivering)
  assert.deepEqual([over(39_999), over(40_000), over(40_000, true)], [false, true, false])
  const busy = (now: number, isDelivering: boolean) => isOver({ ...running, lastTraffic: now }, pace, now, isDelivering)
  assert.deepEqual([busy(59_999, false), busy(60_000, false)], [false, true])
  assert.deepEqual([busy(61_999, true), busy(62_000, true)], [false, true])
  assert.deepEqual([isLate(running, pace, 59_999), isLate(running, pace, 60_000)], [false, true])
})

test('if a client may be silent for long, both limits are longer by that time', () => {
  const slow = scenario('slow', { payments: opened })
  assert.deepEqual([isOver(slow, pace, 30_999, false), isOver(slow, pace, 31_000, false)], [false, true])
  const busy = (now: number) => isOver({ ...slow, lastTraffic: now }, pace, now, false)
  assert.deepEqual([busy(80_999), busy(81_000)], [false, true])
})

test('silence ends `ended` only after its third session, and each session has the time limit', () => {
  const over = (played: Scenario, now: number) => isOver(played, pace, now, false)
  const first = observe(scenario('ended', { phase: 'waiting' }), [created('1')], 100_000)
  assert.deepEqual([over(first, 159_999), over(first, 160_000)], [false, true])
  const third = observe(observe(first, [created('2')], 150_000), [created('3')], 190_000)
  assert.deepEqual([third.since, over(third, 199_999), over(third, 200_000)], [190_000, false, true])
  // Further sessions do not prolong it.
  const fourth = observe(third, [created('4')], 195_000)
  assert.deepEqual([fourth.since, over(fourth, 204_999), over(fourth, 205_000)], [190_000, false, true])
})

test("the wait for a session has the run's time limit", () => {
  const waiting = scenario('plain', { phase: 'waiting' })
  assert.deepEqual([isOver(waiting, pace, 599_999, true), isOver(waiting, pace, 600_000, true)], [false, true])
})

test('the end of a payment follows from its changes, whichever actor made them', () => {
  const ends: readonly [Ending, ...ObservedEntry[]][] = [
    ['open'],
    ['authorized', changed('p', 'authorize', 'AUTHORIZED')],
    ['rejected', changed('p', 'reject', 'REJECTED')],
    ['expired', changed('p', 'expire', 'EXPIRED', 'service')],
    ['cancelled', changed('p', 'expire', 'EXPIRED')],
    ['closed', changed('p', 'authorize', 'AUTHORIZED'), changed('p', 'close', 'CLOSED', 'service')],
    ['authorized', changed('p', 'authorize', 'AUTHORIZED'), changed('p', 'close', 'CLOSED', 'key …1111')],
    // An automatic capture of the rest also closes the payment.
    [
      'authorized',
      changed('p', 'authorize', 'AUTHORIZED'),
      changed('p', 'capture', 'AUTHORIZED', 'service'),
      changed('p', 'close', 'CLOSED', 'service'),
    ],
  ]
  for (const [ending, ...changes] of ends) {
    const { payments } = observe(scenario(), [created('p'), ...changes, changed('other', 'reject', 'REJECTED')], 5)
    assert.deepEqual(
      payments.map((payment) => [payment.ending, payment.isPaid]),
      [[ending, ending === 'authorized' || ending === 'closed']],
    )
  }
})

test('only what happens to its own payments makes a scenario last: a shop that polls others does not', () => {
  const begun = observe(scenario('plain', { phase: 'waiting' }), [created('p')], 1_000)
  assert.deepEqual([begun.phase, begun.lastTraffic], ['running', 1_000])
  const list: ObservedEntry = { ...entry('', { kind: 'request', status: 200 }), payment_id: null }
  const others = observe(begun, [list, entry('of an earlier scenario', { kind: 'request', status: 200 })], 2_000)
  assert.deepEqual([others.lastTraffic, others.upTo > begun.upTo], [1_000, true])
  assert.equal(observe(others, [entry('p', { kind: 'request', status: 200 })], 3_000).lastTraffic, 3_000)
})

test('a dispute is due once the payment is CLOSED after a capture', () => {
  const authorized = [created('p'), changed('p', 'authorize', 'AUTHORIZED')]
  const dueAfter = (...changes: ObservedEntry[]) => {
    const { payments } = observe(scenario('disputed'), [...authorized, ...changes], 5)
    const played = payments.map((payment) => ({ ...payment, acts: 1 }))
    return dueActs(scenario('disputed', { payments: played }), 7).map(({ action }) => action)
  }
  const part = changed('p', 'capture', 'AUTHORIZED', 'key …1111')
  const close = changed('p', 'close', 'CLOSED', 'key …1111')
  assert.deepEqual(dueAfter(part), [])
  assert.deepEqual(dueAfter(close), [], 'nothing was captured')
  assert.deepEqual(dueAfter(part, close), ['dispute'])
  assert.deepEqual(dueAfter(changed('p', 'capture', 'CLOSED', 'key …1111')), ['dispute'])
})

test('of a shop that opens many sessions the first fifty payments are played', () => {
  const many = Array.from({ length: 60 }, (_, index) => created(`p${index}`))
  const { payments } = observe(scenario(), many, 5)
  assert.equal(payments.length, 50)
  assert.equal(dueActs(scenario('plain', { payments }), 7).length, 50)
})
