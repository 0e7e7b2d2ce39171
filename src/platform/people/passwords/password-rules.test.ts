import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from './password-rules.ts'

const email = 'sara.ali@shop.example'

test('twelve characters that nobody tries first are enough, in any script', () => {
  for (const password of ['violet-otter-7', 'سماء صافية جدا', '            .', 'qist-sandbox-1', 'Tr0ub4dor&3xyz'])
    assert.equal(problemOf(password, email), undefined, password)
})

test('less is too short, counted in characters', () => {
  for (const password of ['', 'violet-otte', '🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂'])
    assert.equal(problemOf(password, email), 'too_short')
})

test('so much is too long', () => assert.equal(problemOf(`${'x1'.repeat(512)}y`, email), 'too_long'))

test('what everybody tries first is not taken, in whatever case', () => {
  const common = [
    ...['1qaz2wsx3edc', 'Q1w2e3r4t5y6', 'administrator', 'passwordpassword', 'aaaaaaaaaaaa', 'abcabcabcabc'],
    ...['123456789012', '1234567890123', '098765432109', 'abcdefghijkl', 'qwertyuiopas', 'lkjhgfdsapoi'],
  ]
  for (const password of common) assert.equal(problemOf(password, email), 'common', password)
})

test('nor is the e-mail', () => assert.equal(problemOf('Sara.Ali@shop.example', email), 'email'))
