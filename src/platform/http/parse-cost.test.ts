import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDearToParse } from './parse-cost.ts'

const isDear = (json: string): boolean => isDearToParse(Buffer.from(json))
const pad = `"${' '.repeat(70_000)}"`
const nested = (levels: number): string => `[${pad},${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}]`
const named = (names: number, prefix = 'k'.repeat(20)): string =>
  `{${Array.from({ length: names }, (_, index) => `"${prefix}${index}":0`).join(',')}}`

test('a hundred levels are parsed, and one more is refused', () => {
  assert.equal(isDear(nested(100)), false)
  assert.equal(isDear(nested(101)), true)
  assert.equal(isDear('['.repeat(1_000_000)), true)
  assert.equal(isDear(`[${Array(20_000).fill('[[]]').join()}]`), false)
})

test('many different names count, and repeated ones do not', () => {
  assert.equal(isDear(named(3_900)), false)
  assert.equal(isDear(named(4_200)), true)
  assert.equal(isDear(`[${Array(70_000).fill('{"amount":"x"}').join()}]`), false)
  const pairs = (names: number): string =>
    `[${Array.from({ length: 50_000 }, (_, index) => `{"${index % names}":0,"${(index * 7_919) % names}":0}`).join()}]`
  assert.equal(isDear(pairs(3_900)), false)
  assert.equal(isDear(pairs(4_200)), true)
  assert.equal(isDear(pairs(19_000)), true)
})

test('brackets and colons inside texts do not count', () => {
  for (const text of ['['.repeat(50_000), '{"a":'.repeat(9_000), '\\"['.repeat(9_000), '\\\\']) {
    assert.equal(isDear(JSON.stringify([text, pad])), false, text.slice(0, 9))
  }
  assert.equal(isDear(`["\\\\",${pad},${'['.repeat(101)}`), true)
  assert.equal(isDear(`["\\"",${pad},${'['.repeat(101)}`), true)
})

test('a small body is never examined', () => {
  assert.equal(isDear('['.repeat(65_536)), false)
  assert.equal(isDear('['.repeat(65_537)), true)
})
