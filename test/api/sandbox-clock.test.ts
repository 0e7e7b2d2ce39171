import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoKey } from '../../testkit/shop.ts'
import { assertRefused, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const move = (by: { call: typeof api.shop.call }, advance: unknown) => by.call('POST', '/sandbox/clock', { advance })

test("a merchant's clock is advanced in both modes, and for no other merchant", async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  assert.equal((await one.test.call('GET', '/sandbox/clock')).body.now, '2026-03-01T10:00:00Z')
  assert.equal((await move(one.test, 'P14DT1H')).body.now, '2026-03-15T11:00:00Z')
  assert.equal((await one.live.call('GET', '/sandbox/clock')).body.now, '2026-03-15T11:00:00Z')
  assert.equal((await other.test.call('GET', '/sandbox/clock')).body.now, '2026-03-01T10:00:00Z')
  const { body } = await one.live.checkout()
  assert.equal(body.payment.created_at, '2026-03-15T11:00:00Z')
  assert.equal((await other.live.checkout()).body.payment.created_at, '2026-03-01T10:00:00Z')
})

test('advances add up, and months and years follow the calendar', async () => {
  const { test: own } = await api.newMerchant()
  await move(own, 'PT0.5S')
  await move(own, 'PT0.5S')
  assert.equal((await own.call('GET', '/sandbox/clock')).body.now, '2026-03-01T10:00:01Z')
  assert.equal((await move(own, 'P1M')).body.now, '2026-04-01T10:00:01Z')
  assert.equal((await move(own, 'P1Y2W')).body.now, '2027-04-15T10:00:01Z')
  await move(own, 'P46D')
  assert.equal((await move(own, 'P1M')).body.now, '2027-06-30T10:00:01Z', 'a month after the 31st of May')
})

test('two concurrent advances both count', async () => {
  const { test: own } = await api.newMerchant()
  const answers = await Promise.all(Array.from({ length: 5 }, () => move(own, 'PT1H')))
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 200, 200],
  )
  assert.equal((await own.call('GET', '/sandbox/clock')).body.now, '2026-03-01T15:00:00Z')
})

test('all that falls due is processed in order, each at its own time', async () => {
  const own = await api.newMerchant()
  const abandoned = await own.test.createdPayment()
  const first = await own.live.authorizedPayment('10')
  await move(own.test, 'PT10M')
  const second = await own.test.authorizedPayment('20')
  await move(own.test, 'P30D')
  const rows = await api.service.database.query(
    `select payment_id, move, at from payment_timeline where merchant_id = '${own.id}' and actor = 'service' order by at`,
  )
  assert.deepEqual(
    rows.map((row) => [row['payment_id'], row['move'], (row['at'] as Date).toISOString()]),
    [
      [abandoned, 'expire', '2026-03-01T10:30:00.000Z'],
      [first, 'capture', '2026-03-22T10:00:00.000Z'],
      [second, 'capture', '2026-03-22T10:10:00.000Z'],
    ],
  )
})

for (const advance of [
  '',
  'P',
  'PT',
  'P1DT',
  'in P1D or so',
  '1D',
  'P1',
  '-P1D',
  'P-1D',
  'PT-1H',
  'P11Y',
  'P0.5M',
  'P1.5Y',
  'P100000000000D',
  `P${'9'.repeat(200)}D`,
  'P1D\0',
  'tomorrow',
  'PT1e3S',
]) {
  test(`${JSON.stringify(advance).slice(0, 40)} is not a valid advance`, async () => {
    const { test: own } = await api.newMerchant()
    const answer = await move(own, advance)
    assert.deepEqual([answer.status, answer.body.errorType], [400, 'bad_data'])
    assert.equal((await own.call('GET', '/sandbox/clock')).body.offset_seconds, 0)
  })
}

test('the clock cannot leave the calendar', async () => {
  const { test: own } = await api.newMerchant()
  let answer = await move(own, 'P10Y')
  for (let times = 0; times < 900 && answer.status === 200; times += 1) answer = await move(own, 'P10Y')
  assert.equal(answer.status, 400, answer.text)
  assert.equal((await own.checkout()).status, 200)
})

for (const body of ['', '{', 'null', '[]', '{"advance":7}', '{"advance":null}']) {
  test(`the body ${JSON.stringify(body)} cannot be decoded`, async () => {
    assertRefused(await api.shop.call('POST', '/sandbox/clock', body), 400, 'could not decode request')
  })
}

test('the key is checked first', async () => {
  for (const method of ['GET', 'POST']) {
    assertRefused(await api.open('').call(method, '/sandbox/clock'), 401, 'invalid secret key')
    assertRefused(await api.open(demoKey(1, 'pk_')).call(method, '/sandbox/clock'), 401, 'invalid secret key')
    const saudi = api.open(demoKey(3))
    assertRefused(await saudi.call(method, '/sandbox/clock'), 403, 'merchant region does not match cluster region')
  }
})
