import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, order, type Place, type PlacedEvent } from './event.ts'
import { orderEvents, versionAt } from './order-events.ts'

const at = Date.parse('2026-03-01T10:00:00Z')
const event = (kind: string, place: Place, afterMs = 0): PlacedEvent =>
  eventOf({ at: at + afterMs, what: 'change', kind, text: '', details: {} }, place)

test('within a second what something follows from comes before it, whatever the clock of each said', () => {
  const told = [
    event('told of the capture', { version: 3, as: 'notification' }),
    event('authorized', { version: 2, as: 'change' }, 700),
    event('captured', { version: 3, as: 'change' }),
    event('decided', { version: 1, as: 'decision' }, 900),
    event('charged', { version: 2, as: 'cause' }, 800),
    event('told of the authorization', { version: 2, as: 'notification' }, 700),
    event('created', { version: 1, as: 'change' }),
  ]
  assert.deepEqual(
    orderEvents(told).map(({ kind }) => kind),
    ['decided', 'created', 'charged', 'authorized', 'told of the authorization', 'captured', 'told of the capture'],
  )
})

test('what came a second later comes later, to whichever version it belongs', () => {
  const told = [
    event('attempt', { version: 2, as: 'attempt' }, 1_000),
    event('captured', { version: 3, as: 'change' }, 900),
  ]
  assert.deepEqual(
    orderEvents(told).map(({ kind }) => kind),
    ['captured', 'attempt'],
  )
})

test('each place of a version has its turn', () => {
  const told = order.toReversed().map((as) => event(as, { version: 1, as }))
  assert.deepEqual(
    orderEvents(told).map(({ kind }) => kind),
    [...order],
  )
})

test('a moment belongs to the last version that was there by then', () => {
  const steps = [
    { version: 1, at },
    { version: 2, at: at + 700 },
    { version: 3, at },
  ]
  assert.deepEqual(
    [at - 1, at, at + 5_000].map((moment) => versionAt(steps, moment)),
    [1, 3, 3],
  )
})
