import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(() => service.close())

const verdicts = ['dispute_approved', 'merchant_14d_unresponsive', 'dispute_canceled', 'dispute_declined']
const accepted = (answers: readonly Answer[]): number => answers.filter((answer) => answer.status === 200).length

async function refundedOf(paymentId: string): Promise<number> {
  const payment = await shop.call('GET', `/api/v2/payments/${paymentId}`)
  const refunds: { amount: string }[] = payment.body.refunds
  return refunds.reduce((sum, refund) => sum + Number(refund.amount), 0)
}

/** The entries of history that decide a dispute. */
async function verdictsOf(id: string): Promise<string[]> {
  const { history } = await shop.dispute(id)
  return history
    .map((entry: { event_type: string }) => entry.event_type)
    .filter((type: string) => verdicts.includes(type))
}

test('of concurrent openings one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const payment_id = await shop.capturedPayment()
    const open = async (): Promise<Answer> => {
      const answer = await shop.call('POST', '/sandbox/disputes', { payment_id, reason: 'product_issue', amount: '10' })
      // The concurrent opening has not committed yet.
      return answer.body.error === 'could not acquire lock: dispute is locked' ? open() : answer
    }
    const answers = await Promise.all(Array.from({ length: 8 }, open))
    assert.equal(accepted(answers), 1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      assert.deepEqual([status, body.error], [409, 'payment is disputed'])
    }
  }
})

test('a refund and a dispute about the same money: one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const payment_id = await shop.capturedPayment('100.00')
    const [opened, refunded] = await Promise.all([
      shop.call('POST', '/sandbox/disputes', { payment_id, reason: 'product_issue', amount: '100' }),
      shop.call('POST', `/api/v2/payments/${payment_id}/refunds`, { amount: '100', reference_id: 'r' }),
    ])
    assert.equal(accepted([opened, refunded]), 1, `${opened.text} ${refunded.text}`)
    if (opened.status === 200) {
      const approved = await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [opened.body.dispute.id] })
      assert.equal(approved.status, 200, approved.text)
    }
    assert.equal(await refundedOf(payment_id), 100)
  }
})

test('concurrent approvals, verdicts and withdrawals: exactly one decision and at most one refund', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id, payment_id } = await shop.openDispute({ amount: '60' })
    await shop.call('POST', '/api/v1/disputes/challenge', { dispute_id: id, reason: 'merchant_reason_other' })
    const approve = (): Promise<Answer> => shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [id] })
    const answers = await Promise.all([
      approve(),
      shop.act(id, 'withdraw'),
      shop.act(id, 'decline'),
      shop.act(id, 'refund'),
      approve(),
      shop.act(id, 'comment', { comment: 'meanwhile' }),
      shop.call('PUT', `/api/v2/payments/${payment_id}`, { order: { reference_id: `r${round}` } }),
    ])
    assert.ok(answers.every((answer) => answer.status < 500))
    const given = await verdictsOf(id)
    assert.equal(given.length, 1, given.join())
    assert.equal(accepted(answers.slice(0, 5)), 1, answers.map((answer) => answer.text).join('\n'))
    assert.equal(await refundedOf(payment_id), given[0] === 'dispute_approved' ? 60 : 0)
  }
})

test('concurrent approval and expiry: one refund', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, payment_id } = await shop.openDispute({ amount: '340' })
    service.clock.advance(14 * 86_400_000)
    await Promise.all([
      shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [id] }),
      shop.call('GET', `/api/v1/disputes/${id}`),
      shop.call('GET', '/api/v1/disputes'),
      shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [id] }),
    ])
    assert.deepEqual(await verdictsOf(id), ['merchant_14d_unresponsive'])
    assert.equal(await refundedOf(payment_id), 340)
  }
})

test('concurrent approvals of overlapping lists decide every dispute once, and none half', async () => {
  for (let round = 0; round < 5; round += 1) {
    const disputes = await Promise.all(Array.from({ length: 8 }, () => shop.openDispute({ amount: '10' })))
    const ids: string[] = disputes.map((dispute) => dispute.id)
    const lists = [ids.slice(0, 5), ids.slice(3).reverse(), ids.slice(4, 6), [...ids].reverse()]
    const answers = await Promise.all(
      lists.map((dispute_ids) => shop.call('POST', '/api/v1/disputes/approve', { dispute_ids })),
    )
    const decided = new Set(answers.flatMap((answer, index) => (answer.status === 200 ? (lists[index] ?? []) : [])))
    assert.ok(decided.size > 0)
    for (const { id, payment_id } of disputes) {
      const isDecided = decided.has(id)
      assert.equal((await shop.dispute(id)).status, isDecided ? 'refunded' : 'new')
      assert.equal(await refundedOf(payment_id), isDecided ? 10 : 0)
    }
  }
})

test('evidence that is sent twice at once is stored once', async () => {
  const { id } = await shop.openDispute()
  const give = (): Promise<Answer> =>
    shop.call('POST', `/api/v1/disputes/${id}/provide-evidence`, { content: 'the parcel' })
  const answers = await Promise.all([give(), give(), give(), give()])
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409])
})

test('conflicts of disputes are not logged as failures', () => {
  assert.deepEqual(
    service.logged.filter((line) => line['level'] === 'error'),
    [],
  )
})

// On a deadlock the database aborts one transaction, which is then decided again.
for (const code of ['40P01', '40001', '55P03']) {
  test(`an approval that the database aborts twice with ${code} succeeds at the third try`, async () => {
    const disputes = [await shop.openDispute(), await shop.openDispute()]
    // A sequence is not rolled back, so it counts the tries.
    const { queryEverywhere } = service.database
    await queryEverywhere('create sequence given_up')
    await queryEverywhere('grant usage on sequence given_up to qist_service')
    await queryEverywhere(`create function give_up() returns trigger language plpgsql as $$ begin
        if nextval('given_up') <= 2 then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$`)
    await queryEverywhere('create trigger give_up before update on disputes for each row execute function give_up()')
    try {
      const dispute_ids = disputes.map(({ id }) => id)
      const approved = await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids })
      assert.equal(approved.status, 200, approved.text)
      for (const { id } of disputes) assert.deepEqual(await verdictsOf(id), ['dispute_approved'])
    } finally {
      await queryEverywhere('drop function give_up cascade')
      await queryEverywhere('drop sequence given_up')
    }
  })
}
