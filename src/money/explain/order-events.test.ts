import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstIdOf } from '../../platform/base/ids.ts'
import { day } from '../../platform/base/times.ts'
import { eventOf, order, type Place, type PlacedEvent } from './event.ts'
import { momentsOf, orderEvents, versionAt } from './order-events.ts'

const at = Date.parse('2026-03-01T10:00:00Z')
/** An ordered id that was made this long after `at`. */
const idAt = (afterMs: number): string => firstIdOf(at + afterMs)
/** An event with a name, for the assertions. */
const event = (name: string, place: Place, afterMs = 0): PlacedEvent & { readonly name: string } =>
  Object.assign(eventOf({ at: at + afterMs, kind: 'plan_defaulted' }, place), { name })
const namesInOrder = (events: readonly PlacedEvent[]): string[] =>
  orderEvents(events).map((placed) => ('name' in placed ? String(placed.name) : ''))

test('events of one second: causes come before effects, whatever their times', () => {
  const events = [
    event('told of the capture', { version: 3, as: 'notification' }),
    event('authorized', { version: 2, as: 'change' }, 700),
    event('captured', { version: 3, as: 'change' }),
    event('decided', { version: 1, as: 'decision' }, 900),
    event('charged', { version: 2, as: 'cause' }, 800),
    event('told of the authorization', { version: 2, as: 'notification' }, 700),
    event('created', { version: 1, as: 'change' }),
  ]
  assert.deepEqual(namesInOrder(events), [
    'decided',
    'created',
    'charged',
    'authorized',
    'told of the authorization',
    'captured',
    'told of the capture',
  ])
})

test('events of different seconds: the later second comes later, whatever the version', () => {
  const events = [
    event('attempt', { version: 2, as: 'attempt' }, 1_000),
    event('captured', { version: 3, as: 'change' }, 900),
  ]
  assert.deepEqual(namesInOrder(events), ['captured', 'attempt'])
})

test('events of one version: sorted by their places', () => {
  const events = order.toReversed().map((as) => event(as, { version: 1, as }))
  assert.deepEqual(namesInOrder(events), [...order])
})

test('after a change and its notifications: events are sorted by their times', () => {
  const events = [
    event('told of the capture', { version: 3, as: 'notification' }),
    event('attempt', { version: 3, as: 'attempt' }, 150),
    event('new card', { version: 3, as: 'later' }, 400),
    event('declined', { version: 3, as: 'consequence' }, 200),
    event('declined again', { version: 3, as: 'consequence' }, 500),
    event('texted', { version: 3, as: 'message' }, 200),
    event('texted again', { version: 3, as: 'message' }, 600),
    event('captured', { version: 3, as: 'change' }),
  ]
  assert.deepEqual(namesInOrder(events), [
    'captured',
    'told of the capture',
    'attempt',
    'declined',
    'texted',
    'new card',
    'declined again',
    'texted again',
  ])
})

const step = (version: number, afterMs: number, movementId: string | null = null) => {
  return { version, at: at + afterMs, movementId }
}

test('versionAt: the version at a time, also if a refund is dated early in its second', () => {
  const moments = momentsOf([step(1, 0), step(2, 200), step(3, 0), step(4, 600), step(5, 0)], 0)
  assert.deepEqual(
    [-1, 0, 199, 200, 599, 600, 5_000].map((afterMs) => versionAt(moments, at + afterMs)),
    [1, 1, 1, 3, 3, 5, 5],
  )
  assert.equal(versionAt([], at), 1)
})

test('versionAt: a binary search among a thousand changes', () => {
  let reads = 0
  const moments = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ version: index + 1, movementId: null },
    get at() {
      reads += 1
      return at + index
    },
  }))
  assert.equal(versionAt(moments, at + 500), 501)
  assert.ok(reads < 20, String(reads))
})

test('versionAt: ids give the order within one second, and only there', () => {
  const moments = momentsOf([step(1, 0), step(2, 100), step(3, 0, idAt(450))], day)
  const versionOf = (afterMs: number, id: string) => versionAt(moments, at + afterMs, id)
  assert.deepEqual([versionOf(400, idAt(400)), versionOf(500, idAt(500))], [2, 3])
  assert.deepEqual([versionOf(1_000, idAt(400)), versionOf(-1, idAt(500))], [3, 1])
})

test('momentsOf: a capture has the time of its id, unless the clock was advanced since', () => {
  const steps = [step(1, 0), step(2, 100), step(3, 0, idAt(450))]
  for (const offset of [0, 10 * day]) {
    const moments = momentsOf(
      steps.map((one) => ({ ...one, at: one.at + offset })),
      offset,
    )
    assert.deepEqual(
      [449, 450].map((afterMs) => versionAt(moments, at + offset + afterMs)),
      [2, 3],
    )
  }
  assert.deepEqual(
    momentsOf(steps, day).map((moment) => moment.at - at),
    [0, 100, 100],
  )
})
