import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, type StoryEvent } from '../../../money/explain/event.ts'
import { cutKinds } from './cut-kinds.ts'

const event = (kind: string, number: number, amountMinor: bigint | null): StoryEvent =>
  eventOf(
    { at: number, what: 'change', kind, text: String(number), details: {}, amountMinor },
    { version: 1, as: 'change' },
  )

test('of very many of a kind the first and the last are told, and how many there are between and their sum', () => {
  const captures = Array.from({ length: 1_000 }, (_, number) => event('captured', number, 10n))
  const told = cutKinds([event('created', 0, null), ...captures, event('closed', 1, null)], 20)
  const texts = told.map(({ event: { kind, text }, omitted }) => (omitted === undefined ? `${kind} ${text}` : omitted))
  assert.equal(texts.length, 23)
  assert.deepEqual(texts.slice(9, 14), [
    'captured 8',
    'captured 9',
    { count: 980, amountMinor: 9_800n },
    'captured 990',
    'captured 991',
  ])
})

test('as many as are told are told, and what is about no amount has no sum', () => {
  const many = Array.from({ length: 20 }, (_, number) => event('webhook', number, null))
  assert.ok(cutKinds(many, 20).every(({ omitted }) => omitted === undefined))
  assert.deepEqual(cutKinds([...many, event('webhook', 20, null)], 20)[10]?.omitted, { count: 1, amountMinor: null })
})
