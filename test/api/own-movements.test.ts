import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { countDueRetries } from '../../src/platform/due/retries.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api

interface Moved {
  reference_id: string
  amount: string
}

const move = (shop: Shop, id: string, path: string, amount: string, reference: string) =>
  shop.call('POST', `/api/v2/payments/${id}/${path}`, { amount, reference_id: reference })
const shown = (moved: Moved[]) => moved.map(({ reference_id, amount }) => [reference_id, amount])

test("a merchant's use of the automatic capture's reference does not prevent the capture", async () => {
  const own = (await api.newMerchant()).test
  const id = await own.authorizedPayment('340.00')
  const name = `auto-capture-${id}`
  assert.equal((await move(own, id, 'captures', '100.00', name)).status, 200)
  // For the merchant it is an ordinary reference: a replay moves nothing.
  assert.equal((await move(own, id, 'captures', '100.00', name)).body.captures.length, 1)
  await own.call('POST', '/sandbox/clock', { advance: 'P21D' })
  const { status, body } = await own.call('GET', `/api/v2/payments/${id}`)
  const expected = [
    [name, '100.00'],
    [name, '240.00'],
  ]
  assert.deepEqual([status, body.status, shown(body.captures)], [200, 'CLOSED', expected])
  assert.equal((await own.call('GET', '/api/v2/payments')).body.pagination.total_count, 1)
})

test("a merchant's use of a dispute's reference does not prevent its refund", async () => {
  const { live } = await api.newMerchant()
  const id = await live.capturedPayment('340.00')
  const opened = await live.call('POST', '/sandbox/disputes', {
    payment_id: id,
    reason: 'product_issue',
    amount: '50.00',
  })
  const dispute = opened.body.dispute.id
  await live.call('POST', `/sandbox/disputes/${dispute}/withdraw`)
  await move(live, id, 'refunds', '10.00', `dispute-${dispute}`)
  const second = await live.call('POST', '/sandbox/disputes', {
    payment_id: id,
    reason: 'product_issue',
    amount: '50.00',
  })
  const name = `dispute-${second.body.dispute.id}`
  // The merchant knows the dispute's id while it is open, but refunds are blocked until it ends. Only SQL can take the
  // name earlier.
  await service.database.query(
    `update payment_timeline set reference_id = '${name}' where payment_id = '${id}' and move = 'refund'`,
  )
  await live.call('POST', '/api/v1/disputes/approve', { dispute_ids: [second.body.dispute.id] })
  const { body } = await live.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual(shown(body.refunds), [
    [name, '10.00'],
    [name, '50.00'],
  ])
})

test('a payment that cannot be settled is skipped, retried with growing backoff, and reported in log and metric', async () => {
  const [bad, good] = [await api.newMerchant(), await api.newMerchant()]
  const ids = await Promise.all(Array.from({ length: 210 }, () => bad.test.createdPayment()))
  const fine = await good.test.createdPayment()
  const { queryEverywhere } = service.database
  await queryEverywhere(
    `create function refuse_change() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`,
  )
  await queryEverywhere(`create trigger refuse_change before update on payments for each row
    when (old.merchant_id = '${bad.id}') execute function refuse_change()`)
  service.clock.advance(31 * 60_000)
  const first = await settleDue(service.app, duePayments)
  assert.equal(first + (await settleDue(service.app, duePayments)), 1)
  assert.equal((await good.test.call('GET', `/api/v2/payments/${fine}`)).body.status, 'EXPIRED')
  assert.equal(await settleDue(service.app, duePayments), 0)
  assert.equal((await bad.test.call('GET', '/api/v2/payments')).status, 200)
  const retries = await service.database.query('select tries, count(*)::int as count from due_retries group by 1')
  assert.deepEqual(retries, [{ tries: 1, count: ids.length }])
  const warnings = service.logged.filter(({ msg }) => msg === 'could not settle a due payment')
  assert.equal(warnings.length, ids.length)
  service.clock.advance(1_000)
  while ((await service.database.query('select from due_retries where tries < 2')).length > 0) {
    assert.equal(await settleDue(service.app, duePayments), 0)
  }
  assert.ok(service.logged.some(({ next_try_in_ms }) => next_try_in_ms === 2_000))
  await countDueRetries(service.app)
  const metrics = await (await fetch(`${service.urls.uae}/metrics`)).text()
  assert.match(metrics, new RegExp(`qist_due_retrying{kind="payment"} ${ids.length}`))
  assert.match(metrics, new RegExp(`qist_due_failures_total{kind="payment"} ${ids.length * 2}`))
  await queryEverywhere('drop function refuse_change cascade')
  service.clock.advance(3_600_000)
  while ((await settleDue(service.app, duePayments)) > 0);
  assert.equal((await service.database.query('select from due_retries')).length, 0)
  assert.equal((await bad.test.call('GET', `/api/v2/payments/${ids[0]}`)).body.status, 'EXPIRED')
})
