import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

function capture(id: string, body: unknown, by: Shop = shop): Promise<Answer> {
  return by.call('POST', `/api/v2/payments/${id}/captures`, body)
}

const whole = (reference_id = 'c') => ({ amount: '340.00', reference_id })

test('a capture of the whole amount closes the payment', async () => {
  const id = await shop.authorizedPayment('340.00')
  const answer = await capture(id, whole())
  assert.deepEqual([answer.status, answer.body.status, answer.body.cancelable], [200, 'CLOSED', false])
  assert.equal(answer.body.captures.length, 1)
})

test('parts stay open until the last minor unit is captured', async () => {
  const id = await shop.authorizedPayment('340.00')
  const first = await capture(id, { amount: '339.99', reference_id: 'c1' })
  assert.deepEqual([first.body.status, first.body.cancelable], ['AUTHORIZED', false])
  const last = await capture(id, { amount: '0.01', reference_id: 'c2' })
  assert.equal(last.body.status, 'CLOSED')
  assert.deepEqual(
    last.body.captures.map((each: { amount: string; reference_id: string }) => [each.reference_id, each.amount]),
    [
      ['c1', '339.99'],
      ['c2', '0.01'],
    ],
  )
})

test('a capture has all members in the order of the examples', async () => {
  const id = await shop.authorizedPayment('340.00')
  const answer = await capture(id, { amount: '160', items: [{ title: 'Shirt', quantity: 1, unit_price: '160' }] })
  const [made] = answer.body.captures
  const members = 'id reference_id amount created_at tax_amount shipping_amount discount_amount items'
  assert.equal(Object.keys(made).join(' '), members)
  assert.deepEqual(
    [made.reference_id, made.amount, made.created_at, made.tax_amount, made.shipping_amount, made.discount_amount],
    ['', '160.00', '2026-03-01T10:00:00Z', '0.00', '0.00', '0.00'],
  )
  assert.deepEqual([made.items[0].title, made.items[0].unit_price], ['Shirt', '160.00'])
})

test('capture: refused above the remaining amount', async () => {
  const id = await shop.authorizedPayment('340.00')
  await capture(id, { amount: '300.00' })
  const text = 'could not capture more than not captured yet'
  assertRefused(await capture(id, { amount: '40.01' }), 400, text)
  assertRefused(await capture(id, { amount: '999999999.00' }), 400, text)
  assert.equal((await capture(id, { amount: '40.00' })).body.status, 'CLOSED')
})

test('only authorized payments can be captured', async () => {
  const text = 'could not capture not authorized payments'
  assertRefused(await capture(await shop.createdPayment(), whole()), 400, text)
  const rejected = await shop.createdPayment()
  await shop.call('POST', `/sandbox/payments/${rejected}/reject`)
  assertRefused(await capture(rejected, whole()), 400, text)
  const expired = await shop.createdPayment()
  await shop.call('POST', `/sandbox/payments/${expired}/cancel`)
  assertRefused(await capture(expired, whole()), 400, text)
  assertRefused(await capture(await shop.capturedPayment(), whole('new')), 400, 'already closed')
})

test('capture: a replay answers the current payment and moves nothing', async () => {
  const id = await shop.authorizedPayment('340.00')
  await capture(id, { amount: '100.00', reference_id: 'once' })
  const before = await api.countRows()
  const replay = await capture(id, { amount: '100.00', reference_id: 'once' })
  assert.deepEqual([replay.status, replay.body.captures.length], [200, 1])
  assert.deepEqual(await api.countRows(), before)
  const closed = await capture(id, { amount: '240.00', reference_id: 'twice' })
  assert.deepEqual((await capture(id, { amount: '100.00', reference_id: 'once' })).body, closed.body)
})

for (const amount of ['999999999.99', '99999999999999999999', '-1', '0', '1.23456', 'ten', '', 1e300]) {
  test(`capture: a replay on a closed payment stays a replay with any amount, even ${JSON.stringify(amount)}`, async () => {
    const id = await shop.capturedPayment()
    const before = await api.countRows()
    const replay = await capture(id, { amount, reference_id: 'whole' })
    assert.deepEqual([replay.status, replay.body.status, replay.body.captures.length], [200, 'CLOSED', 1], replay.text)
    assert.deepEqual(await api.countRows(), before)
  })
}

test('without a reference every capture counts', async () => {
  const id = await shop.authorizedPayment('340.00')
  for (const body of [{ amount: '1' }, { amount: '1', reference_id: '' }, { amount: '1', reference_id: null }]) {
    assert.equal((await capture(id, body)).status, 200)
  }
  const answer = await shop.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual(
    answer.body.captures.map((each: { reference_id: string }) => each.reference_id),
    ['', '', ''],
  )
})

test('references are case-sensitive, and separate for each payment and for refunds', async () => {
  const id = await shop.authorizedPayment('340.00')
  await capture(id, { amount: '1', reference_id: 'ref' })
  assert.equal((await capture(id, { amount: '1', reference_id: 'REF' })).body.captures.length, 2)
  const other = await shop.authorizedPayment('340.00')
  assert.equal((await capture(other, { amount: '340', reference_id: 'ref' })).body.captures.length, 1)
  const refund = await shop.call('POST', `/api/v2/payments/${other}/refunds`, { amount: '5', reference_id: 'ref' })
  assert.equal(refund.body.refunds.length, 1)
})

test("the 21st day captures the remaining amount, under the service's own reference", async () => {
  const own = (await api.newMerchant()).test
  const id = await own.authorizedPayment('340.00')
  await capture(id, { amount: '100.00', reference_id: 'c1' }, own)
  await own.call('POST', '/sandbox/clock', { advance: 'P20DT23H59M59S' })
  assert.equal((await own.call('GET', `/api/v2/payments/${id}`)).body.status, 'AUTHORIZED')
  await own.call('POST', '/sandbox/clock', { advance: 'PT1S' })
  const { body } = await own.call('GET', `/api/v2/payments/${id}`)
  const [, automatic] = body.captures
  assert.deepEqual(
    [body.status, automatic.reference_id, automatic.amount, automatic.created_at],
    ['CLOSED', `auto-capture-${id}`, '240.00', '2026-03-22T10:00:00Z'],
  )
  assert.equal((await capture(id, { amount: '1', reference_id: `auto-capture-${id}` }, own)).status, 200)
})

test('the checks have the order of the contract', async () => {
  const unknownKey = api.open(`sk_test_${randomUUID()}`)
  const saudi = api.open((await api.newMerchant({ country: 'SA' })).keys.test.secret)
  assertRefused(await capture('no-uuid', '{', unknownKey), 401, 'api key not found')
  assertRefused(await capture('no-uuid', '{', saudi), 403, 'merchant region does not match cluster region')
  assertRefused(await capture('no-uuid', '{'), 400, 'invalid payment id')
  assertRefused(await capture(nobody, '{'), 400, 'EOF')
  assertRefused(await capture(nobody, '{"amount":[]}'), 400, 'failed to decode request')
  assertWrong(await capture(nobody, '{}'), '$.amount required')
  assertRefused(await capture(nobody, whole()), 404, 'no such payment')
  assertRefused(await capture(nobody, { amount: '-1' }), 404, 'no such payment')
  const closed = await shop.capturedPayment()
  assertRefused(await capture(closed, { amount: '-1' }), 400, 'already closed')
  assertRefused(await capture(closed, { amount: 'ten' }), 400, 'already closed')
  const created = await shop.createdPayment()
  assertRefused(await capture(created, { amount: 'ten' }), 400, 'could not capture not authorized payments')
  assertRefused(await capture(closed, '{"amount":'), 400, 'EOF')
})

test("another merchant's payment and one of the other mode do not exist", async () => {
  const id = await shop.authorizedPayment('340.00')
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  assertRefused(await capture(id, whole(), one.test), 404, 'no such payment')
  const theirs = await one.test.authorizedPayment('340.00')
  assertRefused(await capture(theirs, whole(), one.live), 404, 'no such payment')
  assertRefused(await capture(theirs, whole(), other.test), 404, 'no such payment')
  assert.equal((await capture(theirs.toUpperCase(), whole(), one.test)).body.status, 'CLOSED')
})
