import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { openShop } from '../../testkit/shop.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(async () => {
  const failures = service.logged.filter((line) => line['level'] === 'error')
  await service.close()
  assert.deepEqual(failures, [], 'nothing of all this is logged as a failure')
})

const unknownId = '00000000-0000-4000-8000-000000000000'
const disputes = '/api/v1/disputes'

function assertRefused(answer: Answer, status: number, errorType: string, error: string, about?: unknown): void {
  assert.deepEqual([about, answer.status, answer.body], [about, status, { status: 'error', errorType, error }])
}

test('approve is all or nothing', async () => {
  const other = await openDisputeShop(service)
  const [first, second, third, strangers] = [
    await shop.openDispute({ amount: '10' }),
    await shop.openDispute({ amount: '10' }),
    await shop.openDispute({ amount: '10' }),
    await other.openDispute(),
  ]
  await shop.act(third.id, 'withdraw')
  const many = Array.from({ length: 21 }, (_, index) => unknownId.replace(/..$/, String(index + 10)))
  const lists = [
    [],
    [first.id, second.id, unknownId],
    [first.id, 'not a uuid'],
    [first.id, ''],
    [first.id, strangers.id],
    [first.id, second.id, first.id],
    [first.id, first.id.toUpperCase()],
    [first.id, third.id],
    many,
  ]
  for (const dispute_ids of lists) {
    const answer = await shop.call('POST', `${disputes}/approve`, { dispute_ids })
    assertRefused(answer, 400, 'bad_data', 'bad_request', dispute_ids)
  }
  assertRefused(await shop.call('POST', `${disputes}/approve`, {}), 400, 'bad_data', 'bad_request')
  for (const { id, payment_id } of [first, second]) {
    assert.equal((await shop.dispute(id)).status, 'new')
    assert.deepEqual((await shop.call('GET', `/api/v2/payments/${payment_id}`)).body.refunds, [])
  }
  const both = await shop.call('POST', `${disputes}/approve`, { dispute_ids: [second.id.toUpperCase(), first.id] })
  assert.deepEqual(
    both.body.disputes.map((dispute: { id: string; status: string }) => [dispute.id, dispute.status]),
    [second.id, first.id].map((id) => [id, 'refunded']),
  )
})

test('twenty disputes can be approved in one call, and twenty challenged', async () => {
  for (const operation of ['approve', 'challenge'] as const) {
    const opened = await Promise.all(Array.from({ length: 20 }, () => shop.openDispute({ amount: '5.00' })))
    const ids = opened.map((dispute) => dispute.id)
    const challenges = ids.map((dispute_id) => ({ dispute_id, reason: 'merchant_reason_order_on_its_way' }))
    const body = operation === 'approve' ? { dispute_ids: ids } : challenges
    const answer = await shop.call('POST', `${disputes}/${operation}`, body)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.body.disputes.map((dispute: { id: string }) => dispute.id),
      ids,
    )
    assert.ok(answer.body.disputes.every((dispute: { history?: unknown }) => dispute.history === undefined))
  }
})

test('challenge is all or nothing, as one object or an array', async () => {
  const first = await shop.openDispute({ amount: '10' })
  const second = await shop.openDispute({ amount: '10' })
  const third = await shop.openDispute({ amount: '10' })
  await shop.call('POST', `${disputes}/approve`, { dispute_ids: [third.id] })
  const good = { dispute_id: first.id, reason: 'merchant_reason_other' }
  const different = { dispute_id: second.id, reason: 'merchant_reason_order_amount_should_be_different' }
  const bodies: unknown[] = [
    [],
    {},
    { dispute_id: first.id },
    { reason: 'merchant_reason_other' },
    { ...good, reason: 'no reason' },
    { ...good, dispute_id: 'x' },
    { ...good, dispute_id: unknownId },
    { ...good, dispute_id: third.id },
    { ...good, attachment_ids: [unknownId] },
    { ...good, attachment_ids: ['x'] },
    { ...good, attachment_ids: Array.from({ length: 11 }, () => unknownId) },
    { ...good, description: 'x'.repeat(65_536) },
    { ...good, description: 'nul \u0000' },
    [good, good],
    [good, { ...good, dispute_id: unknownId }],
    [good, different],
    [good, { ...different, amount: '10.00' }],
    [good, { ...different, amount: '0' }],
    [good, { ...different, amount: '5.555' }],
    [good, { ...different, amount: 'five' }],
    Array.from({ length: 21 }, () => good),
  ]
  for (const body of bodies) {
    assertRefused(await shop.call('POST', `${disputes}/challenge`, body), 400, 'bad_data', 'bad_request', body)
  }
  assert.equal((await shop.dispute(first.id)).status, 'new')
  assert.equal((await shop.dispute(first.id)).history.length, 1)
  const one = await shop.call('POST', `${disputes}/challenge`, { ...good, amount: null, attachment_ids: null })
  assert.deepEqual([one.status, one.body.disputes[0].status], [200, 'in_progress'])
  assertRefused(await shop.call('POST', `${disputes}/challenge`, good), 400, 'bad_data', 'bad_request')
  const number = await shop.call('POST', `${disputes}/challenge`, [{ ...different, amount: 5.5 }])
  assert.deepEqual([number.status, number.body.disputes[0].amount], [200, '10.00'])
})

test('evidence needs text or files of this merchant, and a dispute that accepts it', async () => {
  const { id } = await shop.openDispute()
  const give = (body: object): Promise<Answer> => shop.call('POST', `${disputes}/${id}/provide-evidence`, body)
  const bodies = [
    {},
    { content: '' },
    { content: null, attachment_ids: null },
    { content: '', attachment_ids: [] },
    { content: 'x', attachment_ids: [unknownId] },
    { content: 'x', attachment_ids: ['x'] },
    { content: 'x'.repeat(65_536) },
  ]
  for (const body of bodies) assertRefused(await give(body), 400, 'bad_data', 'bad_request', body)
  const given = await give({ content: 'the parcel', attachment_ids: [] })
  assert.equal(given.status, 200, given.text)
  assert.deepEqual(Object.keys(given.body), [
    'id',
    'dispute_id',
    'content',
    'created_by',
    'created_at',
    'attachment_ids',
  ])
  assert.match(given.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal((await shop.dispute(id)).status, 'new')
  assertRefused(await give({ content: 'again' }), 409, 'conflict', 'payment is disputed')
  await shop.call('POST', `${disputes}/approve`, { dispute_ids: [id] })
  assertRefused(await give({ content: 'too late' }), 409, 'conflict', 'payment is disputed')
})

test('a dispute needs captured money and a live key, and only one may be open', async () => {
  const open = (body: object, caller = shop as Pick<DisputeShop, 'call'>): Promise<Answer> =>
    caller.call('POST', '/sandbox/disputes', { reason: 'not_delivered', ...body })
  const payment_id = await shop.capturedPayment('340.00')
  const authorized = await shop.authorizedPayment()
  const notDisputable = 'only captured money that was not refunded can be disputed'
  assertRefused(await open({ payment_id: authorized }), 400, 'bad_data', notDisputable)
  await shop.call('POST', `/api/v2/payments/${authorized}/close`)
  assertRefused(await open({ payment_id: authorized }), 400, 'bad_data', notDisputable)
  assertRefused(await open({ payment_id: unknownId }), 404, 'not_found', 'no such payment')
  const stranger = await openDisputeShop(service)
  assertRefused(await open({ payment_id }, stranger), 404, 'not_found', 'no such payment')
  const tester = openShop(service.urls.uae, shop.testKey)
  assertRefused(await open({ payment_id }, tester), 403, 'no_permission', 'disputes have no test mode')
  for (const amount of ['0', '-1', '340.01', '1.234', 'x']) {
    const answer = await open({ payment_id, amount })
    assert.deepEqual([amount, answer.status, answer.body.errors?.[0].field], [amount, 400, '$.amount'])
  }
  const wrong = await open({ payment_id: 'x' })
  assert.deepEqual([wrong.status, wrong.body.errors?.[0].field], [400, '$.payment_id'])
  const reason = await shop.call('POST', '/sandbox/disputes', { payment_id, reason: 'boredom' })
  assert.deepEqual([reason.status, reason.body.errors?.[0].field], [400, '$.reason'])
  await shop.call('POST', `/api/v2/payments/${payment_id}/refunds`, { amount: '40', reference_id: 'r' })
  assert.equal((await open({ payment_id, amount: '300.01' })).status, 400)
  const opened = await open({ payment_id })
  assert.equal(opened.body.dispute.amount, '300.00')
  assertRefused(await open({ payment_id, amount: '1' }), 409, 'conflict', 'payment is disputed')
})

test('a transition outside of the state table is a conflict; an unknown dispute is not found', async () => {
  const { id } = await shop.openDispute()
  for (const action of ['provide-evidence', 'refund', 'decline', 'accept-amount']) {
    assertRefused(await shop.act(id, action), 409, 'conflict', 'not possible while the dispute is new', action)
    assertRefused(await shop.act(unknownId, action), 404, 'not_found', 'dispute not found', action)
  }
  const request = await shop.act(id, 'request-evidence', { from: 'merchant' })
  assertRefused(request, 409, 'conflict', 'not possible while the dispute is new')
  assert.equal((await shop.act(id, 'request-evidence', { from: 'nobody' })).status, 400)
  assert.equal((await shop.act(id, 'request-evidence')).status, 400)
  await shop.act(id, 'withdraw')
  assertRefused(await shop.act(id, 'withdraw'), 409, 'conflict', 'not possible while the dispute is cancelled')
})
