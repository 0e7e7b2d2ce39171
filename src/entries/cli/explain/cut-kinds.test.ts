import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutKinds } from './cut-kinds.ts'

const line = (label: string, number: number, amountMinor: bigint | null) => ({
  label,
  text: String(number),
  amountMinor,
})

test('many events of a kind: prints the first and the last, with the count and sum of the others', () => {
  const captures = Array.from({ length: 1_000 }, (_, number) => line('captured', number, 10n))
  const cut = cutKinds([line('created', 0, null), ...captures, line('closed', 1, null)], 20)
  const texts = cut.map(({ line: { label, text }, gap }) => (gap === undefined ? `${label} ${text}` : gap))
  assert.equal(texts.length, 23)
  assert.deepEqual(texts.slice(9, 14), [
    'captured 8',
    'captured 9',
    { count: 980, amountMinor: 9_800n },
    'captured 990',
    'captured 991',
  ])
})

test('exactly the limit: prints all; a gap of events without an amount has no sum', () => {
  const many = Array.from({ length: 20 }, (_, number) => line('webhook', number, null))
  assert.ok(cutKinds(many, 20).every(({ gap }) => gap === undefined))
  assert.deepEqual(cutKinds([...many, line('webhook', 20, null)], 20)[10]?.gap, { count: 1, amountMinor: null })
})
