import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { OutboundResult } from '../../adapters/outbound.ts'
import { day, hour, second } from '../../base/times.ts'
import { type AttemptState, judgeAttempt, readRetryAfterMs } from './attempt.ts'

const at = Date.parse('2026-03-01T10:00:00Z')
const attempted: AttemptState = {
  attemptsBefore: 0,
  endedAt: at,
  failingSince: null,
  retrySeconds: [60, 120, 180, 240],
}
const answered = (status: number, retryAfter?: string): OutboundResult => {
  return { kind: 'answered', status, answer: '', retryAfter, durationMs: 5 }
}
const silent: OutboundResult = { kind: 'failed', failure: 'timed out', durationMs: 60_000 }

test('only status 200 delivers', () => {
  assert.deepEqual(judgeAttempt(answered(200), attempted), {
    state: 'delivered',
    nextAttemptAt: null,
    webhook: 'healthy',
  })
  for (const status of [201, 202, 204, 206, 301, 302, 304, 307, 400, 401, 404, 429, 500, 503, 599]) {
    assert.equal(judgeAttempt(answered(status), attempted).state, 'waiting', String(status))
  }
})

test('four retries follow after one, two, three and four minutes, and no fifth', () => {
  const delays = [0, 1, 2, 3, 4].map((attemptsBefore) => {
    const { nextAttemptAt } = judgeAttempt(silent, { ...attempted, attemptsBefore })
    return nextAttemptAt === null ? null : (nextAttemptAt - at) / second
  })
  assert.deepEqual(delays, [60, 120, 180, 240, null])
  assert.equal(judgeAttempt(silent, { ...attempted, attemptsBefore: 4 }).state, 'failed')
})

test('a receiver may delay a retry by at most an hour, and cannot bring it forward', () => {
  const delayAfter = (retryAfter: string): number =>
    ((judgeAttempt(answered(503, retryAfter), attempted).nextAttemptAt ?? 0) - at) / second
  assert.equal(delayAfter('300'), 300)
  assert.equal(delayAfter('5'), 60)
  assert.equal(delayAfter('999999'), hour / second)
  assert.equal(delayAfter(new Date(at + 600_000).toUTCString()), 600)
  assert.equal(delayAfter('soon'), 60)
})

test('a Retry-After beyond an hour counts as an hour, in seconds and as a date', () => {
  for (const seconds of ['3599', '3600', '3601', '7200', '999999999', '9'.repeat(12), '9'.repeat(400)]) {
    const expected = at + Math.min(Number(seconds) * second, hour)
    assert.equal(judgeAttempt(answered(503, seconds), attempted).nextAttemptAt, expected, `${seconds} s`)
  }
  const asDate = new Date(at + 2 * hour).toUTCString()
  assert.equal(judgeAttempt(answered(503, asDate), attempted).nextAttemptAt, at + hour, asDate)
})

test('a Retry-After header of any text has no effect other than a delay', () => {
  fc.assert(fc.property(fc.string(), (text) => readRetryAfterMs(text, at) >= 0))
})

test('410 disables the webhook at once', () => {
  assert.deepEqual(judgeAttempt(answered(410), attempted), {
    state: 'failed',
    nextAttemptAt: null,
    webhook: 'gone',
  })
})

test('a webhook is disabled when a delivery fails for good after five days without a success', () => {
  const last = { ...attempted, attemptsBefore: 4 }
  const webhook = (failingSince: number | null, one = last): string =>
    judgeAttempt(silent, { ...one, failingSince }).webhook
  assert.equal(webhook(null), 'failing')
  assert.equal(webhook(at - 5 * day + 1), 'failing')
  assert.equal(webhook(at - 5 * day), 'given_up')
  assert.equal(webhook(at - 6 * day, attempted), 'failing', 'while retries are left')
})
