import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, isStorable, toStorable } from './storable.ts'

test('neither NUL nor half a character can be kept', () => {
  assert.deepEqual(['', 'Sara', 'قسط', '😀'].map(isStorable), [true, true, true, true])
  assert.deepEqual(['a\0b', '😀'.slice(0, 1), '😀'.slice(1)].map(isStorable), [false, false, false])
})

test('of a text all is left that can be kept', () => {
  const texts = ['', 'Sara', 'قسط', '😀', 'a\0b', `a${'😀'.slice(0, 1)}`]
  assert.deepEqual(texts.map(toStorable), ['', 'Sara', 'قسط', '😀', 'ab', 'a\ufffd'])
})

test('a text is cut between characters, however long they are', () => {
  assert.equal(cutText('abc', 3), 'abc')
  assert.equal(cutText('abcd', 3), 'abc')
  assert.equal(cutText('ab😀d', 3), 'ab😀')
  assert.ok(isStorable(cutText('😀'.repeat(600), 500)))
})
