import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeRules, hashCode, isCodeSpent, judgeCode, newCode, secondsToResend } from './phone-code.ts'

const session = '5e2b9c0e-6f3a-4e0f-9a53-0d1f1d9f7a10'
const sentAt = Date.parse('2026-11-21T10:00:00Z')
const state = { hash: hashCode('123456', session), sentAt, sends: 1, wrongTries: 0 }

test('test keys have the code 8888, live keys six random digits', () => {
  assert.equal(newCode(true), '8888')
  const codes = new Set(Array.from({ length: 50 }, () => newCode(false)))
  for (const code of codes) assert.match(code, /^\d{6}$/)
  assert.ok(codes.size > 40)
})

test('a code works for five minutes, and for its own session only', () => {
  assert.equal(judgeCode(state, '123456', session, sentAt + codeRules.lifetimeMs - 1), 'right')
  assert.equal(judgeCode(state, '123456', session, sentAt + codeRules.lifetimeMs), 'too_old')
  assert.equal(judgeCode(state, '123456', 'another session', sentAt), 'wrong')
  assert.equal(judgeCode({ ...state, hash: null }, '123456', session, sentAt), 'too_old')
})

test('the fifth wrong try is the last', () => {
  assert.equal(judgeCode({ ...state, wrongTries: 3 }, '000000', session, sentAt), 'wrong')
  assert.equal(judgeCode({ ...state, wrongTries: 4 }, '000000', session, sentAt), 'last_wrong')
  assert.equal(isCodeSpent({ ...state, wrongTries: 5 }, sentAt), true)
})

test('a new code may be sent three times, each after a pause', () => {
  assert.equal(secondsToResend({ sentAt: null, sends: 0 }, sentAt), 0)
  assert.equal(secondsToResend(state, sentAt + 1), 30)
  assert.equal(secondsToResend(state, sentAt + codeRules.resendPauseMs), 0)
  assert.equal(secondsToResend({ ...state, sends: 4 }, sentAt + 60_000), undefined)
})

test('the session ends when its last code expires', () => {
  assert.equal(isCodeSpent({ ...state, sends: 4 }, sentAt + codeRules.lifetimeMs), true)
  assert.equal(isCodeSpent({ ...state, sends: 3 }, sentAt + codeRules.lifetimeMs), false)
})
