import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneLine } from './one-line.ts'

test('what breaks a line, in whatever way, or is no sign is no line of text', () => {
  for (const text of ['', 'Demo', 'متجر', '🦦 a']) assert.ok(isOneLine(text), text)
  for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\u2028b', 'a\u2029b', 'a\u0085b', '\u0000'])
    assert.ok(!isOneLine(text), text)
})
