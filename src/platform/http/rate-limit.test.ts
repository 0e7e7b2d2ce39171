import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxCallers, newRateLimiter, rateLimitOf } from './rate-limit.ts'

const limit = { most: 3, windowMs: 1_000 }

test('rate limit: calls up to the limit pass, and no more until the first leaves the window', () => {
  const limiter = newRateLimiter()
  const take = (at: number): number | undefined => limiter.take('a', limit, at)
  assert.deepEqual([0, 100, 200, 300, 999].map(take), [undefined, undefined, undefined, 700, 1])
  assert.deepEqual([1_000, 1_050, 1_100].map(take), [undefined, 50, undefined])
})

test('each key and operation has its own count', () => {
  const limiter = newRateLimiter()
  for (const who of ['a', 'b'])
    for (let count = 0; count < 3; count += 1) assert.equal(limiter.take(who, limit, 0), undefined)
  assert.equal(limiter.take('a', limit, 0), 1_000)
})

test('no window ever has more calls than the limit, and waiting for Retry-After is enough', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600), { maxLength: 100 }), (pauses) => {
      const limiter = newRateLimiter()
      const passed: number[] = []
      let at = 0
      for (const pause of pauses) {
        at += pause
        const waitMs = limiter.take('a', limit, at)
        if (waitMs === undefined) passed.push(at)
        else {
          assert.ok(waitMs > 0 && waitMs <= limit.windowMs)
          at += waitMs
          assert.equal(limiter.take('a', limit, at), undefined)
          passed.push(at)
        }
      }
      for (const from of passed) {
        assert.ok(passed.filter((time) => time >= from && time < from + limit.windowMs).length <= limit.most)
      }
    }),
  )
})

test('idle callers are forgotten', () => {
  const limiter = newRateLimiter()
  for (let count = 0; count < 100; count += 1) limiter.take(String(count), limit, 0)
  limiter.take('late', limit, 60_000)
  assert.equal(limiter.size, 1)
})

test('sessions and other operations have their own limits, by mode', () => {
  assert.deepEqual(rateLimitOf('POST /api/v2/checkout', false), { most: 200, windowMs: 10_000 })
  assert.deepEqual(rateLimitOf('POST /api/v2/checkout', true), { most: 10, windowMs: 10_000 })
  assert.deepEqual(rateLimitOf('GET /api/v2/payments', false), { most: 100, windowMs: 1_000 })
  assert.deepEqual(rateLimitOf('GET /api/v2/payments', true), { most: 50, windowMs: 1_000 })
})

test('rate limit: a flood of new callers takes no more memory, and the latest caller is still counted', () => {
  const limiter = newRateLimiter()
  for (let count = 0; count < 5 * maxCallers; count += 1) limiter.take(`flood ${count}`, limit, count / 1_000)
  assert.equal(limiter.size, maxCallers)
  const small = newRateLimiter(2)
  const take = (who: string): number | undefined => small.take(who, limit, 0)
  for (const who of ['a', 'a', 'b', 'a', 'c']) assert.equal(take(who), undefined, who)
  assert.equal(take('a'), 1_000, 'a came again after b, so b was forgotten')
})
