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

test('a scenario ends by silence or by its time limit, a little later during a delivery', () => {
  const running = scenario('plain', { lastTraffic: 30_000 })
  const over = (now: number, isDelivering = false) => isOver(running, pace, now, isDelivering)
  assert.deepEqual([over(39_999), over(40_000), over(40_000, true)], [false, true, false])
  const busy = (now: number, isDelivering: boolean) => isOver({ ...running, lastTraffic: now }, pace, now, isDelivering)
  assert.deepEqual([busy(59_999, false), busy(60_000, false)], [false, true])
  assert.deepEqual([busy(61_999, true), busy(62_000, true)], [false, true])
  assert.deepEqual([isLate(running, pace, 59_999), isLate(running, pace, 60_000)], [false, true])
})

test('if a client may be silent for long, both limits are longer by that time', () => {
  const slow = scenario('slow')
  assert.deepEqual([isOver(slow, pace, 30_999, false), isOver(slow, pace, 31_000, false)], [false, true])
  const busy = (now: number) => isOver({ ...slow, lastTraffic: now }, pace, now, false)
  assert.deepEqual([busy(80_999), busy(81_000)], [false, true])
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

test('of a shop that opens many sessions the first fifty payments are played', () => {
  const many = Array.from({ length: 60 }, (_, index) => created(`p${index}`))
  const { payments } = observe(scenario(), many, 5)
  assert.equal(payments.length, 50)
  assert.equal(dueActs(scenario('plain', { payments }), 7).length, 50)
})
