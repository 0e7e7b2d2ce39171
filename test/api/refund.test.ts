import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

function refund(id: string, body: unknown, by: Shop = shop): Promise<Answer> {
  return by.call('POST', `/api/v2/payments/${id}/refunds`, body)
}

const notCaptured = 'can not refund payment that has no captures and not closed'
const notPositive = 'refund amount is less then or equals zero'
const tooLarge = 'refund amount should be less or equal than billed amount'

test('refund: accepted up to the captured sum; the status stays', async () => {
  const id = await shop.capturedPayment('340.00')
  const first = await refund(id, { amount: '50.00', reference_id: 'r1', reason: 'one item' })
  assert.deepEqual([first.status, first.body.status], [200, 'CLOSED'])
  const last = await refund(id, { amount: 290, reference_id: 'r2' })
  assert.deepEqual(
    last.body.refunds.map((each: { reference_id: string; amount: string }) => [each.reference_id, each.amount]),
    [
      ['r1', '50.00'],
      ['r2', '290.00'],
    ],
  )
  assertRefused(await refund(id, { amount: '0.01' }), 400, tooLarge)
})

test('refund: has all members in the order of the examples', async () => {
  const id = await shop.capturedPayment('340.00')
  const answer = await refund(id, { amount: '5', reason: 'torn', items: [{ title: 'Shirt' }] })
  const [made] = answer.body.refunds
  assert.equal(Object.keys(made).join(' '), 'id reference_id amount created_at reason items')
  assert.deepEqual(
    [made.reference_id, made.amount, made.created_at, made.reason, made.items[0].title],
    ['', '5.00', '2026-03-01T10:00:00Z', 'torn', 'Shirt'],
  )
  const plain = await refund(id, { amount: '5' })
  assert.deepEqual([plain.body.refunds[1].reason, plain.body.refunds[1].items], ['', []])
})

test('refund: refused above the captured amount', async () => {
  const id = await shop.authorizedPayment('340.00')
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '100.00' })
  await shop.call('POST', `/api/v2/payments/${id}/close`)
  assertRefused(await refund(id, { amount: '100.01' }), 400, tooLarge)
  assertRefused(await refund(id, { amount: '1000000000' }), 400, tooLarge)
  assert.equal((await refund(id, { amount: '100.00' })).status, 200)
})

test('refund: refused for a payment that is not closed, or closed without captures', async () => {
  const authorized = await shop.authorizedPayment()
  assertRefused(await refund(authorized, { amount: '1' }), 400, notCaptured)
  await shop.call('POST', `/api/v2/payments/${authorized}/captures`, { amount: '1' })
  assertRefused(await refund(authorized, { amount: '1' }), 400, notCaptured)
  assertRefused(await refund(await shop.createdPayment(), { amount: '1' }), 400, notCaptured)
  const closed = await shop.authorizedPayment()
  await shop.call('POST', `/api/v2/payments/${closed}/close`)
  assertRefused(await refund(closed, { amount: '1' }), 400, notCaptured)
})

for (const amount of ['0', '0.00', '-0', '-0.00', '-1', '-5.50', '-999999999999', 0, -7]) {
  test(`a refund of ${JSON.stringify(amount)} is less than or equals zero`, async () => {
    const id = await shop.capturedPayment()
    const before = await api.countRows()
    assertRefused(await refund(id, { amount, reference_id: 'r' }), 400, notPositive)
    assert.deepEqual(await api.countRows(), before)
  })
}

for (const amount of ['1.001', '-1.001', 1.001, 'ten', '', ' 1', '1,00', '1e1', '+1', '٣']) {
  test(`a refund of ${JSON.stringify(amount)} is a wrong $.amount`, async () => {
    const id = await shop.capturedPayment()
    const before = await api.countRows()
    assertWrong(await refund(id, { amount, reference_id: 'r' }), '$.amount')
    assert.deepEqual(await api.countRows(), before)
  })
}

test('every wrong member is reported at once', async () => {
  const id = await shop.capturedPayment()
  assertWrong(await refund(id, { amount: '1.001', items: [{ unit_price: '-1' }] }), '$.amount', '$.items[0].unit_price')
  const long = { amount: '1', reference_id: 'x'.repeat(1_025), reason: 'x'.repeat(4_097), items: [{ quantity: 0 }] }
  assertWrong(await refund(id, long), '$.reference_id', '$.reason', '$.items[0].quantity')
  assertWrong(await refund(id, {}), '$.amount required')
})

test('dinars have three decimals', async () => {
  const kuwait = (await api.newMerchant({ country: 'KW' })).test
  const id = await kuwait.capturedPayment('10.005')
  assert.equal((await refund(id, { amount: '0.005' }, kuwait)).body.refunds[0].amount, '0.005')
  assertWrong(await refund(id, { amount: '0.0005' }, kuwait), '$.amount')
})

for (const amount of ['340.00', '999999999.99', '99999999999999999999', '-1', '0', '1.23456', 'ten', '']) {
  test(`refund: a replay stays a replay with any amount, even ${JSON.stringify(amount)}`, async () => {
    const id = await shop.capturedPayment()
    await refund(id, { amount: '340.00', reference_id: 'r' })
    const before = await api.countRows()
    const replay = await refund(id, { amount, reference_id: 'r' })
    assert.deepEqual([replay.status, replay.body.refunds.length], [200, 1], replay.text)
    assert.deepEqual(await api.countRows(), before)
  })
}

test('references of captures and refunds are separate', async () => {
  const id = await shop.capturedPayment('340.00')
  assert.equal((await refund(id, { amount: '1', reference_id: 'whole' })).body.refunds.length, 1)
})

test('an open dispute blocks a new refund but not the replay of an old one', async () => {
  const { live } = await api.newMerchant()
  const id = await live.capturedPayment('340.00')
  await refund(id, { amount: '10', reference_id: 'r' }, live)
  const dispute = { payment_id: id, reason: 'product_issue', amount: '100.00' }
  assert.equal((await live.call('POST', '/sandbox/disputes', dispute)).status, 200)
  assertRefused(await refund(id, { amount: '10', reference_id: 'new' }, live), 409, 'payment is disputed')
  assertRefused(await refund(id, { amount: 'ten' }, live), 409, 'payment is disputed')
  assert.equal((await refund(id, { amount: '10', reference_id: 'r' }, live)).body.refunds.length, 1)
})

for (const body of ['', '{', '{"amount":"1']) {
  test(`the body ${JSON.stringify(body)} is EOF`, async () => {
    assertRefused(await refund(await shop.capturedPayment(), body), 400, 'EOF')
  })
}

for (const body of [
  'null',
  '[]',
  '7',
  '{]',
  '{"amount":{}}',
  '{"amount":"1","reason":7}',
  '{"amount":"1","items":"x"}',
]) {
  test(`the body ${body} cannot be decoded`, async () => {
    assertRefused(await refund(await shop.capturedPayment(), body), 400, 'failed to decode request')
  })
}

test('the checks have the order of the contract', async () => {
  const wrongKey = api.open('sk_test_nonsense')
  assertRefused(await refund('no-uuid', '{', wrongKey), 401, 'invalid secret key')
  assertRefused(await refund('no-uuid', '{'), 400, 'invalid payment id')
  assertRefused(await refund(nobody, '{'), 400, 'EOF')
  assertRefused(await refund(nobody, { amount: '0' }), 404, 'no such payment')
  assertRefused(await refund(await shop.authorizedPayment(), { amount: '-1' }), 400, notCaptured)
  assertRefused(await refund(await shop.authorizedPayment(), { amount: 'ten' }), 400, notCaptured)
})

test("another merchant's payment and one of the other mode do not exist", async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.live.capturedPayment()
  for (const stranger of [one.test, other.live, other.test]) {
    assertRefused(await refund(id, { amount: '1' }, stranger), 404, 'no such payment')
  }
})
