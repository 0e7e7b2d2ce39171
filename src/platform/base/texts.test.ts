import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, isOneLine, isStorable, shortText, toStorable } from './texts.ts'

test('a text with NUL or half a character cannot be stored', () => {
  assert.deepEqual(['', 'Sara', 'قسط', '😀'].map(isStorable), [true, true, true, true])
  assert.deepEqual(['a\0b', '😀'.slice(0, 1), '😀'.slice(1)].map(isStorable), [false, false, false])
})

test('the storable part of a text stays', () => {
  const texts = ['', 'Sara', 'قسط', '😀', 'a\0b', `a${'😀'.slice(0, 1)}`]
  assert.deepEqual(texts.map(toStorable), ['', 'Sara', 'قسط', '😀', 'ab', 'a\ufffd'])
})

test('a text is cut between characters of any length', () => {
  assert.equal(cutText('abc', 3), 'abc')
  assert.equal(cutText('abcd', 3), 'abc')
  assert.equal(cutText('ab😀d', 3), 'ab😀')
  assert.ok(isStorable(cutText('😀'.repeat(600), 500)))
  assert.deepEqual([shortText('abc', 3), shortText('abcd', 3)], ['abc', 'abc…'])
})

test('a text with any line break, or without a visible character, is no single line', () => {
  for (const text of ['', 'Demo', 'متجر', '🦦 a']) assert.ok(isOneLine(text), text)
  for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\u2028b', 'a\u2029b', 'a\u0085b', '\u0000'])
    assert.ok(!isOneLine(text), text)
})
