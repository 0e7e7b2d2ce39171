import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReceiver, type Received } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, openTestApi } from '../support/api.ts'

const receiver = await openReceiver()
const api = await openTestApi({ workers: true, env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` } })
after(async () => {
  await api.close()
  await receiver.close()
})
const { service } = api
const tooMany = 'too many movements on this payment'

const move = (shop: Shop, id: string, path: string, reference: string, more: object = {}) =>
  shop.call('POST', `/api/v2/payments/${id}/${path}`, { amount: '0.01', reference_id: reference, ...more })

/** Moves `count` cents one after the other: concurrent calls would be refused as locked. */
async function moveMany(shop: Shop, id: string, path: string, count: number, first = 0): Promise<void> {
  for (let index = first; index < first + count; index += 1) {
    const answer = await move(shop, id, path, `r${index}`)
    assert.equal(answer.status, 200, answer.text)
  }
}

/** Inserts `count` movements of a cent with SQL, because calls would take long. */
async function plantMovements(id: string, kind: 'capture' | 'refund', count: number): Promise<void> {
  const total = kind === 'capture' ? 'captured_minor' : 'refunded_minor'
  await service.database.query(`
    insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after,
      amount_minor, reference_id, id, body)
    select merchant_id, payment.id, version + number, '${kind}', 'key', '', created_at, status, status, 1, 'r' || number,
      gen_random_uuid(), '{"tax_amount":"0.00","shipping_amount":"0.00","discount_amount":"0.00","items":[],"reason":""}'
    from payments as payment cross join generate_series(1, ${count}) as number where payment.id = '${id}';
    update payments set version = version + ${count}, ${total} = ${total} + ${count} where id = '${id}'`)
}

async function storedBytes(id: string): Promise<number> {
  const [row] = await service.database.query(
    `select sum(pg_column_size(event.*))::int as bytes from notifications as event where payment_id = '${id}'`,
  )
  return row?.['bytes'] as number
}

test('a payment accepts a thousand captures and a thousand refunds of its merchant, besides own movements', async () => {
  const own = (await api.newMerchant()).live
  const id = await own.authorizedPayment('340.00')
  await plantMovements(id, 'capture', 999)
  await moveMany(own, id, 'captures', 1, 1_000)
  assertRefused(await move(own, id, 'captures', 'beyond'), 400, tooMany)
  assert.equal((await move(own, id, 'captures', 'r7')).status, 200, 'a replay is no movement')
  await own.call('POST', '/sandbox/clock', { advance: 'P21D' })
  const closed = (await own.call('GET', `/api/v2/payments/${id}`)).body
  assert.deepEqual([closed.status, closed.captures.length, closed.captures.at(-1).amount], ['CLOSED', 1_001, '330.00'])
  await plantMovements(id, 'refund', 999)
  await moveMany(own, id, 'refunds', 1, 1_000)
  assertRefused(await move(own, id, 'refunds', 'beyond'), 400, tooMany)
  const opened = await own.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'product_issue' })
  await own.call('POST', '/api/v1/disputes/approve', { dispute_ids: [opened.body.dispute.id] })
  const { body } = await own.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual([body.refunds.length, body.refunds.at(-1).amount], [1_001, '330.00'])
})

test("the bodies of a payment's movements add up to at most 2 MiB", async () => {
  const own = (await api.newMerchant()).test
  const id = await own.authorizedPayment('340.00')
  const items = Array.from({ length: 11 }, (_, index) => ({ title: `part ${index}`, description: 'x'.repeat(65_000) }))
  assert.equal((await move(own, id, 'captures', 'a', { items })).status, 200)
  assert.equal((await move(own, id, 'captures', 'b', { items })).status, 200)
  assertRefused(await move(own, id, 'captures', 'c', { items }), 400, tooMany)
  assert.equal((await move(own, id, 'captures', 'c')).status, 200)
  await own.call('POST', `/api/v2/payments/${id}/close`)
  assertRefused(await move(own, id, 'refunds', 'c', { reason: 'r', items }), 400, tooMany)
})

test('stored notifications grow with the events, and each is sent in full and unchanged', async () => {
  const own = (await api.newMerchant()).test
  await own.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' })
  const meta = { note: 'm'.repeat(60_000), more: 'n'.repeat(60_000) }
  const session = await own.checkout('340.00', { meta })
  const id: string = session.body.payment.id
  await own.call('POST', `/sandbox/payments/${id}/authorize`)
  await moveMany(own, id, 'captures', 60)
  const half = await storedBytes(id)
  await moveMany(own, id, 'captures', 60, 60)
  const whole = await storedBytes(id)
  assert.ok(whole < half * 2.2, `${half} bytes of 60 captures, ${whole} of 120`)
  assert.ok(whole < 120 * 2_000, `${whole} bytes`)
  await own.call('POST', `/api/v2/payments/${id}/close`)
  await move(own, id, 'refunds', 'back', { reason: 'torn' })
  const ofPayment = (one: Received) => one.body.id === id
  const notifications = (await receiver.waitFor(123, ofPayment)).toSorted(
    (a, b) => Number(a.headers['webhook-sequence']) - Number(b.headers['webhook-sequence']),
  )
  const { body } = await own.call('GET', `/api/v2/payments/${id}`)
  const references = body.captures.map((one: { reference_id: string }) => one.reference_id)
  for (const [index, event] of notifications.entries()) {
    const captures = event.body.captures.map((one: { reference_id: string }) => one.reference_id)
    assert.deepEqual(captures, references.slice(0, Math.min(index, 120)))
    assert.deepEqual(event.body.meta, meta)
  }
  const last = notifications.at(-1)?.body
  const { id: refund, created_at } = body.refunds[0]
  assert.deepEqual(
    [last.status, last.refunds],
    ['closed', [{ id: refund, amount: '0.01', created_at, reference_id: 'back', reason: 'torn' }]],
  )
  const listed = await own.call('GET', `/sandbox/notifications?payment_id=${id}`)
  const { id: event, body: listedBody } = listed.body.notifications[50]
  assert.deepEqual(listedBody, notifications[50]?.body)
  assert.equal((await own.call('POST', `/sandbox/notifications/${event}/resend`)).status, 200)
  const again = await receiver.waitFor(2, (one) => one.headers['webhook-id'] === event)
  assert.equal(again[0]?.text, again[1]?.text)
})

test('a list of large notifications has as many as fit into an answer: first of a payment, newest of all', async () => {
  const own = (await api.newMerchant()).test
  const text = 'm'.repeat(65_000)
  const meta = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`note${index}`, text]))
  const id: string = (await own.checkout('340.00', { meta })).body.payment.id
  await own.call('POST', `/sandbox/payments/${id}/authorize`)
  await moveMany(own, id, 'captures', 15)
  const sequences = async (path: string): Promise<number[]> => {
    const { body } = await own.call('GET', path)
    return body.notifications.map(({ sequence }: { sequence: number }) => sequence)
  }
  const first = await sequences(`/sandbox/notifications?payment_id=${id}`)
  assert.deepEqual(first, [1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.deepEqual(await sequences('/sandbox/notifications'), [8, 9, 10, 11, 12, 13, 14, 15, 16])
})
