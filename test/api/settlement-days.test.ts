import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { pass } from '../support/plans.ts'
import { get, newPayingMerchant } from '../support/settlements.ts'

// 14:00 of 1 March 2026 in Dubai, 13:00 in Riyadh and Kuwait.
const api = await openTestApi()
after(() => api.close())
const { service } = api

test('each store and mode has its own days, by its own midnight', async () => {
  const stores = [
    { merchant_code: 'ae', country: 'AE' },
    { merchant_code: 'kw', country: 'KW' },
  ]
  const made = succeed(
    await api.open('').call('POST', '/sandbox/merchants', { name: 'Two', region: 'uae', stores }),
  ).body
  const open = (key: string, merchantCode: string, currency: string) =>
    openShop(service.urls.uae, key, { merchantCode, currency, onAnswer: api.reference.conform })
  const [ae, kw] = [open(made.keys.test.secret, 'ae', 'AED'), open(made.keys.test.secret, 'kw', 'KWD')]
  const live = open(made.keys.live.secret, 'ae', 'AED')
  await ae.capturedPayment('100.00')
  await kw.capturedPayment('10.125')
  await live.capturedPayment('50.00')
  // 00:30 in Dubai, 23:30 in Kuwait.
  await pass(ae, 'PT10H30M')
  const dates = async (shop: Shop, headers = {}): Promise<string[]> =>
    (await get(shop, '/api/v1/settlements', headers)).settlements.map(
      (day: Record<string, string>) => `${day['merchant_code']} ${day['date']} ${day['net']} ${day['currency']}`,
    )
  assert.deepEqual(await dates(ae), ['ae 2026-03-01 100.00 AED'])
  assert.deepEqual(await dates(live), ['ae 2026-03-01 50.00 AED'])
  const ofKuwait = { 'x-merchant-code': 'KW' }
  assert.equal((await get(ae, '/api/v1/settlements/2026-03-01', ofKuwait)).status, 'open')
  await pass(ae, 'PT30M')
  assert.deepEqual(await dates(ae), ['kw 2026-03-01 10.125 KWD', 'ae 2026-03-01 100.00 AED'])
  assert.deepEqual(await dates(ae, ofKuwait), ['kw 2026-03-01 10.125 KWD'])
  const unknown = await ae.call('GET', '/api/v1/settlements', undefined, { 'x-merchant-code': 'main' })
  assert.deepEqual([unknown.status, unknown.body.error], [401, 'merchant is null'])
  const { id } = (await get(ae, '/api/v1/settlements/2026-03-01', ofKuwait)) as { id: string }
  const asOther = await ae.call('GET', `/api/v1/settlements/${id}`, undefined, { 'x-merchant-code': 'ae' })
  assert.equal(asOther.status, 404)
})

test('a settlement of another merchant or mode is not found', async () => {
  const { test: shop, live } = await newPayingMerchant(api)
  await shop.capturedPayment('100.00')
  const { id } = await get(shop, '/api/v1/settlements/2026-03-01')
  const { test: other } = await api.newMerchant()
  for (const stranger of [live, other]) {
    for (const path of [
      `/api/v1/settlements/${id}`,
      `/api/v1/settlements/${id}/lines.csv`,
      '/api/v1/settlements/2026-03-01',
    ]) {
      const answer = await stranger.call('GET', path)
      assert.deepEqual([answer.status, answer.body.error], [404, 'no such settlement'], path)
    }
  }
  for (const path of ['2026-02-30', '0000-01-01', 'x', '2026-3-1']) {
    const answer = await shop.call('GET', `/api/v1/settlements/${path}`)
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid settlement id'])
  }
})

test('days are listed by the midnight at their end, twenty a page', async () => {
  const { test: shop } = await newPayingMerchant(api)
  for (let day = 1; day <= 22; day += 1) {
    await shop.capturedPayment('10.00')
    await pass(shop, 'P1D')
  }
  const first = await get(shop, '/api/v1/settlements')
  assert.deepEqual(first.pagination, { limit: 20, offset: 0, total_count: 22 })
  assert.deepEqual([first.settlements.length, first.settlements[0].date], [20, '2026-03-22'])
  const rest = await get(shop, '/api/v1/settlements?offset=20')
  assert.deepEqual(
    rest.settlements.map((day: Record<string, string>) => day['date']),
    ['2026-03-02', '2026-03-01'],
  )
  const range = 'created_at__gte=2026-03-02T20:00:00Z&created_at__lte=2026-03-03T20:00:00Z'
  const two = await get(shop, `/api/v1/settlements?${range}&limit=5`)
  assert.deepEqual(
    two.settlements.map((day: Record<string, string>) => day['date']),
    ['2026-03-03', '2026-03-02'],
  )
  for (const query of ['limit=21', 'limit=0', 'offset=-1', 'created_at__gte=soon']) {
    for (const path of ['settlements', 'payouts']) {
      assert.equal((await shop.call('GET', `/api/v1/${path}?${query}`)).status, 400, query)
    }
  }
})

test('one advance of a year closes and pays every day at its own time', async () => {
  const { test: shop } = await newPayingMerchant(api)
  // Captured automatically 21 days after the authorization.
  await shop.authorizedPayment('340.00')
  await pass(shop, 'P1Y')
  const { settlements } = await get(shop, '/api/v1/settlements')
  assert.deepEqual(
    settlements.map((day: Record<string, string>) => [day['date'], day['net'], day['status']]),
    [['2026-03-22', '322.15', 'paid']],
  )
  const [payout] = (await get(shop, '/api/v1/payouts')).payouts
  assert.equal(payout.paid_at, '2026-03-23T06:00:00Z')
})

test('workers book, close and pay without a read', async () => {
  const { id, live } = await newPayingMerchant(api)
  await live.capturedPayment('340.00')
  await bookAll(service.app)
  const clock = service.clock.now()
  // A sandbox's worker waits a few seconds after midnight.
  service.clock.set(Date.parse('2026-03-01T20:00:05Z'))
  await settleDue(service.app, dueSettlements)
  service.clock.set(Date.parse('2026-03-02T06:00:00Z'))
  await settleDue(service.app, dueSettlements)
  service.clock.set(clock)
  const rows = await service.database.query(`select amount_minor::text, state from payouts where merchant_id = '${id}'`)
  assert.deepEqual(rows, [{ amount_minor: '32215', state: 'paid' }])
})

test('with many movements to book, as after an upgrade, days close after booking, and other merchants are not delayed', async () => {
  const [busy, idle] = [await newPayingMerchant(api), await newPayingMerchant(api)]
  for (const { live } of [busy, idle]) await live.capturedPayment('100.00')
  await bookAll(service.app)
  const wait = `insert into unsealed_entries select '${busy.id}', gen_random_uuid(), 1 from generate_series(1, 20001)`
  await service.database.query(wait)
  // More days than one round checks, all due before any other merchant's.
  await service.database.query(
    `insert into pending_settlements (merchant_id, id, store_id, is_test, currency, date, state, due_at)
     select merchant_id, gen_random_uuid(), store_id, is_test, currency, date - number, state, due_at - number * interval '1 day'
     from pending_settlements cross join generate_series(1, 250) as number where merchant_id = '${busy.id}'`,
  )
  const clock = service.clock.now()
  service.clock.set(Date.parse('2026-03-01T20:00:05Z'))
  const closedOf = async ({ id }: { id: string }): Promise<number> =>
    (await service.database.query(`select 1 from settlements where merchant_id = '${id}'`)).length
  await settleDue(service.app, dueSettlements)
  assert.deepEqual([await closedOf(busy), await closedOf(idle)], [0, 1])
  await service.database.query(`delete from unsealed_entries where merchant_id = '${busy.id}'`)
  await service.database.query(
    `delete from pending_settlements where merchant_id = '${busy.id}' and date < '2026-03-01'`,
  )
  await settleDue(service.app, dueSettlements)
  assert.equal(await closedOf(busy), 1)
  service.clock.set(clock)
})
