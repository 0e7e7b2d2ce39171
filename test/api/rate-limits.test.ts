import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { demoKey } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi

before(async () => {
  api = await openTestApi({ env: { RATE_LIMITS: 'on' } })
})
after(() => api.close())

const parallel = (count: number, call: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, call))
const passed = (answers: readonly Answer[]): number => answers.filter((answer) => answer.status === 200).length

test('of parallel requests exactly the allowed number passes; the others receive a time to retry', async () => {
  const shop = api.open(demoKey(1))
  const answers = await parallel(70, () => shop.call('GET', '/api/v2/payments'))
  assert.equal(passed(answers), 50)
  const refused = answers.find((answer) => answer.status !== 200)
  assert.equal(refused?.status, 429)
  assert.equal(refused?.headers.get('retry-after'), '1')
  assert.deepEqual(refused?.body, { status: 'error', errorType: 'too_many_requests', error: 'rate limit exceeded' })
  assert.equal((await shop.call('GET', '/api/v1/webhooks')).status, 200, 'another operation')
  const other = api.open(demoKey(2))
  assert.equal((await other.call('GET', '/api/v2/payments')).status, 200, 'another key')
  api.service.clock.advance(1_000)
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200, 'a second later')
})

test('sessions are limited per ten seconds, with more for live keys', async () => {
  const shop = api.open(demoKey(1))
  const answers = await parallel(14, () => shop.checkout())
  assert.equal(passed(answers), 10)
  assert.equal(answers.find((answer) => answer.status !== 200)?.headers.get('retry-after'), '10')
  const live = api.open(demoKey(1, 'sk_'))
  assert.equal(passed(await parallel(14, () => live.checkout())), 14)
})

test("a limit follows elapsed time, not the machine's clock setting", async () => {
  const shop = api.open(demoKey(2))
  const read = () => shop.call('GET', '/api/v1/webhooks')
  const stepBack = () => api.service.clock.set(api.service.clock.now() - 60_000)
  assert.equal(passed(await parallel(70, read)), 50)
  stepBack()
  assert.equal((await read()).headers.get('retry-after'), '1')
  api.service.clock.advance(1_000)
  assert.equal((await read()).status, 200, 'a second has passed, although the clock shows an earlier minute')
  api.service.clock.set(api.service.clock.now() + 120_000)
  assert.equal(passed(await parallel(70, read)), 49, 'a step forward lets nobody through')
})

test('a call without a valid key is refused for its key, not for a limit', async () => {
  const stranger = api.open(demoKey(1), { region: 'ksa' })
  const answers = await parallel(60, () => stranger.call('GET', '/api/v2/payments'))
  assert.ok(answers.every((answer) => answer.status === 403))
})
