import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from './password-rules.ts'

const email = 'sara.ali@shop.example'

test('twelve uncommon characters are enough, in any script', () => {
  for (const password of ['violet-otter-7', 'سماء صافية جدا', '            .', 'qist-sandbox-1', 'Tr0ub4dor&3xyz'])
    assert.equal(problemOf(password, email), undefined, password)
})

test('fewer than twelve characters are too short', () => {
  for (const password of ['', 'violet-otte', '🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂'])
    assert.equal(problemOf(password, email), 'too_short')
})

test('more than 1,024 characters are too long', () =>
  assert.equal(problemOf(`${'x1'.repeat(512)}y`, email), 'too_long'))

test('a common password is refused, in upper and lower case', () => {
  const common = [
    ...['1qaz2wsx3edc', 'Q1w2e3r4t5y6', 'administrator', 'passwordpassword', 'aaaaaaaaaaaa', 'abcabcabcabc'],
    ...['123456789012', '1234567890123', '098765432109', 'abcdefghijkl', 'qwertyuiopas', 'lkjhgfdsapoi'],
  ]
  for (const password of common) assert.equal(problemOf(password, email), 'common', password)
})

test('the e-mail is refused', () => assert.equal(problemOf('Sara.Ali@shop.example', email), 'email'))
