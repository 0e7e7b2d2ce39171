import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, openTestApi } from '../support/api.ts'
import { openScoringDouble, riskSecret } from '../support/scoring.ts'

const scoring = await openScoringDouble()
const timeoutMs = 200
const api = await openTestApi({
  env: { RISK_URL: scoring.url, RISK_SECRET: riskSecret, RISK_TIMEOUT_MS: String(timeoutMs), RISK_FALLBACK: 'approve' },
})
const alone = await openTestApi()
after(async () => {
  await api.close()
  await alone.close()
  await scoring.close()
})

const path = '/sandbox/decision'
const put = (shop: Shop, double: object) => shop.call('PUT', path, double)
const set = { decision: 'decline', reasons: ['thin file'], limit: null, terms: null, delay_ms: 0, broken: null }

async function order(shop: Shop) {
  const { body } = succeed(await shop.checkout())
  const { decision } = succeed(await shop.call('GET', `/sandbox/payments/${body.payment.id}/decision`)).body
  return { status: body.status, port: decision.port }
}

test('a double answers in place of the scoring service, and counts', async () => {
  const { test: shop } = await api.newMerchant()
  assertRefused(await shop.call('GET', path), 404, 'no decision is set')
  assert.equal((await order(shop)).port.answer, 'approve')
  assert.equal(scoring.questions.length, 1)
  assert.deepEqual(succeed(await put(shop, { decision: 'decline', reasons: ['thin file'] })).body, { ...set, asked: 0 })
  const { status, port } = await order(shop)
  assert.deepEqual([status, port.answer, port.reasons], ['rejected', 'decline', ['thin file']])
  await order(shop)
  assert.equal(scoring.questions.length, 1)
  assert.deepEqual(succeed(await shop.call('GET', path)).body, { ...set, asked: 2 })
  succeed(await shop.call('DELETE', path))
  succeed(await shop.call('DELETE', path))
  assertRefused(await shop.call('GET', path), 404, 'no decision is set')
  await order(shop)
  assert.equal(scoring.questions.length, 2)
})

test('a double is for one merchant in one mode, and works without a scoring service', async () => {
  const own = await alone.newMerchant()
  const other = await alone.newMerchant()
  assert.equal((await order(own.test)).port, undefined)
  succeed(await put(own.test, { decision: 'decline' }))
  assert.equal((await order(own.test)).status, 'rejected')
  assert.equal((await order(own.live)).port, undefined)
  assert.equal((await order(other.test)).port, undefined)
  succeed(await own.test.call('DELETE', path))
  assert.equal((await order(own.test)).port, undefined)
})

test('limits and terms of a double act as those of the scoring service', async () => {
  const { test: shop } = await alone.newMerchant()
  succeed(await put(shop, { decision: 'approve', limit: '339.99' }))
  assert.equal((await order(shop)).status, 'rejected')
  succeed(await put(shop, { decision: 'approve', limit: '340.00', terms: ['4xP1M', '6xP1M'] }))
  assert.equal((await order(shop)).status, 'created')
  succeed(await put(shop, { decision: 'approve', terms: ['6xP1M'] }))
  assert.equal((await order(shop)).status, 'rejected')
})

test('a broken double fails as the scoring service would, and the breaker does not hold for it', async () => {
  const { test: shop } = await api.newMerchant()
  const cases = [
    [{ broken: 'status' }, 'broken'],
    [{ broken: 'reset' }, 'broken'],
    [{ broken: 'nonsense' }, 'nonsense'],
    [{ delay_ms: timeoutMs }, 'late'],
    [{ delay_ms: 10_000, broken: 'reset' }, 'late'],
  ] as const
  for (const [fault, failure] of [...cases, ...cases.slice(0, 3)]) {
    succeed(await put(shop, { ...set, ...fault }))
    const { status, port } = await order(shop)
    assert.deepEqual([status, port.answer, port.failure, port.fallback], ['created', null, failure, 'approve'])
    if (failure === 'late') assert.ok(port.duration_ms >= timeoutMs - 5)
  }
  const before = scoring.questions.length
  succeed(await shop.call('DELETE', path))
  assert.equal((await order(shop)).port.answer, 'approve')
  assert.equal(scoring.questions.length, before + 1)
})

test('a delay within the time only delays', async () => {
  const { test: shop } = await api.newMerchant()
  succeed(await put(shop, { decision: 'decline', delay_ms: 50 }))
  const { port } = await order(shop)
  assert.equal(port.answer, 'decline')
  assert.ok(port.duration_ms >= 45)
})

test('simultaneous orders are each counted', async () => {
  const { test: shop } = await alone.newMerchant()
  succeed(await put(shop, { decision: 'approve' }))
  await Promise.all(Array.from({ length: 8 }, () => order(shop)))
  assert.equal(succeed(await shop.call('GET', path)).body.asked, 8)
})

test('wrong members of a double are named', async () => {
  const { test: shop } = await alone.newMerchant()
  assertWrong(await put(shop, {}), '$.decision required')
  assertWrong(await put(shop, { decision: 'maybe' }), '$.decision')
  assertWrong(await put(shop, { ...set, limit: 'NaN' }), '$.limit')
  assertWrong(await put(shop, { ...set, delay_ms: 10_001 }), '$.delay_ms')
  assertWrong(await put(shop, { ...set, delay_ms: -1 }), '$.delay_ms')
  assertWrong(await put(shop, { ...set, broken: 'always' }), '$.broken')
  assertRefused(await put(shop, { ...set, reasons: 'thin' }), 400, 'could not decode request')
  assertRefused(await shop.call('GET', path), 404, 'no decision is set')
})

test('a reset removes the double', async () => {
  const { test: shop } = await alone.newMerchant()
  succeed(await put(shop, { decision: 'decline' }))
  succeed(await shop.call('POST', '/sandbox/reset'))
  assertRefused(await shop.call('GET', path), 404, 'no decision is set')
  assert.equal((await order(shop)).status, 'created')
})
