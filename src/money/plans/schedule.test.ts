import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, type Instant } from '../../platform/base/times.ts'
import { standardTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { amountToCollect, type CollectionFacts, mayTry, nextAttemptAt, nextStep } from './schedule.ts'

// Authorized and captured on 21 November at 14:00 in Dubai.
const startsAt = Date.parse('2026-11-21T10:00:00Z')
const facts: CollectionFacts = {
  terms: standardTerms,
  currency: 'AED',
  amountMinor: 340_00n,
  startsAt,
  totalMinor: 340_00n,
  coveredMinor: 85_00n,
  declinedAt: [],
  isDefaulted: false,
  collectableMinor: 255_00n,
  isOpen: false,
  lastCapturedAt: startsAt,
  card: {
    since: null,
    declinedAt: [],
    declinedSinceAt: [],
    advice: 'retry',
    limits: { smallestMinor: 1n, stepMinor: 1n },
  },
  lastTriedAt: null,
  remindedFor: null,
  isDisputed: false,
  quietUntil: null,
  isOneAMonth: false,
  lastChargedAt: null,
}

/** The steps until the default, if each attempt is declined. */
function declineAll(from: CollectionFacts, until: Instant): string[] {
  const happened: string[] = []
  let now = startsAt
  let known = from
  for (let step = nextStep(known, now); step !== undefined && step.at <= until; step = nextStep(known, now)) {
    now = Math.max(step.at, now)
    happened.push(`${step.kind} ${new Date(now).toISOString().slice(0, 16)}`)
    if (step.kind === 'default') known = { ...known, isDefaulted: true }
    if (step.kind === 'remind') known = { ...known, remindedFor: dueDateOf(now) }
    if (step.kind === 'collect') {
      const declinedAt = [...known.declinedAt, now]
      known = {
        ...known,
        declinedAt,
        card: { ...known.card, declinedAt, declinedSinceAt: declinedAt },
        lastTriedAt: now,
      }
    }
    assert.ok(happened.length < 100, 'it comes to an end')
  }
  return happened
}

function dueDateOf(remindedAt: Instant): string {
  return new Date(remindedAt + 3 * day).toISOString().slice(0, 10)
}

test('a decline is retried after 1, 3 and 7 days and then every 7, later due dates have their own attempts, and the plan defaults on the 90th day', () => {
  const happened = declineAll(facts, startsAt + 400 * day)
  assert.deepEqual(happened, [
    'remind 2026-12-18T05:00',
    'collect 2026-12-21T05:00',
    'collect 2026-12-22T05:00',
    'collect 2026-12-24T05:00',
    'collect 2026-12-28T05:00',
    'collect 2027-01-04T05:00',
    'collect 2027-01-11T05:00',
    'remind 2027-01-18T05:00',
    'collect 2027-01-18T05:00',
    'collect 2027-01-21T05:00',
    'collect 2027-01-25T05:00',
    'collect 2027-02-01T05:00',
    'collect 2027-02-08T05:00',
    'collect 2027-02-15T05:00',
    'remind 2027-02-18T05:00',
    'collect 2027-02-21T05:00',
    'collect 2027-02-22T05:00',
    'collect 2027-03-01T05:00',
    'collect 2027-03-08T05:00',
    'collect 2027-03-15T05:00',
    'default 2027-03-21T05:00',
  ])
})

test('a card with a final decline is not charged again, and the plan defaults all the same', () => {
  const declinedAt = [Date.parse('2026-12-21T05:00:00Z')]
  const stolen = {
    ...facts,
    declinedAt,
    lastTriedAt: declinedAt[0] ?? null,
    remindedFor: '2027-02-21',
    card: { ...facts.card, declinedAt, advice: 'never' as const },
  }
  const now = Date.parse('2027-01-01T00:00:00Z')
  assert.equal(nextAttemptAt(stolen, now), null)
  assert.deepEqual(nextStep(stolen, now), { kind: 'default', at: Date.parse('2027-03-21T05:00:00Z') })
})

test('an amount that became collectable late or waits for another card is tried at the next 09:00', () => {
  const now = Date.parse('2026-12-30T12:00:00Z')
  const nextNine = Date.parse('2026-12-31T05:00:00Z')
  assert.deepEqual(nextStep({ ...facts, lastCapturedAt: now, remindedFor: '2026-12-21' }, now), {
    kind: 'collect',
    at: nextNine,
  })
  const declinedAt = [Date.parse('2026-12-21T05:00:00Z')]
  const changed = {
    ...facts,
    declinedAt,
    lastTriedAt: declinedAt[0] ?? null,
    remindedFor: '2026-12-21',
    card: { ...facts.card, since: now },
  }
  assert.equal(nextAttemptAt(changed, now), nextNine)
})

test('while the due amount is not captured, it is checked every day and nothing is charged', () => {
  const open = { ...facts, coveredMinor: 85_00n, collectableMinor: -85_00n, isOpen: true, lastCapturedAt: null }
  const now = Date.parse('2026-12-21T05:00:00Z')
  assert.equal(nextAttemptAt(open, now), null)
  assert.deepEqual(nextStep({ ...open, remindedFor: '2027-01-21' }, now), { kind: 'wait', at: now + day })
  assert.equal(nextAttemptAt(open, startsAt), now)
})

test('no card is declined more than 15 times in 30 days', () => {
  const now = Date.parse('2026-12-22T04:00:00Z')
  const declinedAt = Array.from({ length: 15 }, (_, index) => now - (index + 1) * hour).reverse()
  const hounded = { ...facts, declinedAt, card: { ...facts.card, declinedAt }, lastTriedAt: null }
  const at = nextAttemptAt(hounded, now) ?? 0
  assert.ok(declinedAt.filter((declined) => declined > at - 30 * day).length < 15)
  assert.equal(new Date(at).toISOString().slice(11, 16), '05:00')
})

test('a card may be charged unless it has a final decline, or 15 declines in 30 days', () => {
  const now = Date.parse('2027-01-21T05:00:00Z')
  const declinedAt = Array.from({ length: 15 }, (_, index) => now - index * day).reverse()
  const { card } = facts
  assert.equal(mayTry(card, now), true)
  assert.equal(mayTry({ ...card, declinedAt: declinedAt.slice(1), advice: 'not_alone' }, now), true)
  assert.equal(mayTry({ ...card, declinedAt }, now), false)
  assert.equal(mayTry({ ...card, declinedAt }, now + 16 * day), true)
  const stolen = { ...card, declinedAt: [now], advice: 'never' as const }
  for (const at of [now, now + 400 * day]) assert.equal(mayTry(stolen, at), false)
})

test('an amount too small for a card is added to the next charge, and written off at the end', () => {
  const kwd: CollectionFacts = {
    ...facts,
    currency: 'KWD',
    amountMinor: 100n,
    totalMinor: 100n,
    coveredMinor: 20n,
    collectableMinor: 80n,
    remindedFor: '2027-02-21',
    card: { ...facts.card, limits: { smallestMinor: 10n, stepMinor: 10n } },
  }
  const last = Date.parse('2027-02-21T06:00:00Z')
  const left = { ...kwd, coveredMinor: 96n, collectableMinor: 4n, lastTriedAt: last }
  assert.deepEqual(nextStep(left, last + hour), { kind: 'write_off', at: last })
})

test('an attempt that waited for a charge in flight is due now, and not in the past', () => {
  const now = Date.parse('2027-11-22T06:00:00Z')
  const answered = { ...facts, remindedFor: '2027-02-21' }
  assert.equal(nextAttemptAt(answered, now), now)
  assert.ok((nextStep(answered, now)?.at ?? now) < now)
})

test('after a dispute of more than 90 days, what fell due is tried once more before the plan defaults', () => {
  const declinedAt = [Date.parse('2026-12-21T05:00:00Z')]
  const quietUntil = Date.parse('2027-04-02T05:00:00Z')
  const disputed = {
    ...facts,
    declinedAt,
    lastTriedAt: declinedAt[0] ?? null,
    remindedFor: '2027-02-21',
    card: { ...facts.card, declinedAt, declinedSinceAt: declinedAt },
  }
  const now = Date.parse('2027-04-01T12:00:00Z')
  assert.deepEqual(nextStep({ ...disputed, isDisputed: true }, now), { kind: 'wait', at: quietUntil })
  assert.equal(nextAttemptAt({ ...disputed, isDisputed: true }, now), null)
  const ended = { ...disputed, quietUntil }
  assert.deepEqual(nextStep(ended, now), { kind: 'collect', at: quietUntil })
  const tried = { ...ended, lastTriedAt: quietUntil }
  assert.deepEqual(nextStep(tried, quietUntil + 1), { kind: 'default', at: quietUntil + day })
  assert.equal(nextStep(disputed, now)?.kind, 'default')
})

test('one part a month: an attempt is for the oldest part, and the next one is in the next month', () => {
  const overdue = { ...facts, isOneAMonth: true, remindedFor: '2027-02-21' }
  const now = Date.parse('2027-02-21T06:00:00Z')
  assert.deepEqual(
    [amountToCollect(overdue, now), amountToCollect({ ...overdue, isOneAMonth: false }, now)],
    [85_00n, 255_00n],
  )
  const lastChargedAt = Date.parse('2027-02-21T05:00:00Z')
  const charged = {
    ...overdue,
    coveredMinor: 170_00n,
    collectableMinor: 170_00n,
    lastTriedAt: lastChargedAt,
    lastChargedAt,
  }
  assert.equal(nextAttemptAt(charged, now), Date.parse('2027-03-01T05:00:00Z'))
  // A part that is too small for a card is charged with the next one.
  const limits = { smallestMinor: 100_00n, stepMinor: 1n }
  assert.equal(amountToCollect({ ...overdue, card: { ...overdue.card, limits } }, now), 170_00n)
})
