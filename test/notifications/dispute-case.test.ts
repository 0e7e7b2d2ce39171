import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Received, Receiver } from '../../testkit/receiver.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import type { TestService } from '../support/service.ts'

let notifying: NotifyingService
let receiver: Receiver
let service: TestService
let shop: DisputeShop

before(async () => {
  notifying = await openNotifyingService({ workers: true })
  ;({ receiver, service } = notifying)
  shop = await openDisputeShop(service)
  const header = { title: 'X-Shop-Auth', value: 's3cret-value-123' }
  const code = { 'x-merchant-code': 'AE' }
  await shop.call('POST', '/api/v1/dispute-webhooks', { url: 'https://shop.test/disputes', header }, code)
  await shop.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/payments' })
})
after(() => notifying.close())

function ofDispute(id: string, count: number): Promise<Received[]> {
  return arrived((one) => one.path === '/disputes' && one.body.dispute_id === id, count)
}

function ofPayment(id: string, count: number): Promise<Received[]> {
  return arrived((one) => one.path === '/payments' && one.body.id === id, count)
}

async function arrived(which: (one: Received) => boolean, count: number): Promise<Received[]> {
  const found = await receiver.waitFor(count, which)
  assert.equal(found.length, count)
  return found.toSorted((a, b) => Number(a.headers['webhook-sequence']) - Number(b.headers['webhook-sequence']))
}

test('a whole case: complaint, challenge, evidence of both sides, a lower amount, the verdict', async () => {
  const paymentId = await shop.capturedPayment('340.00')
  const { id } = await shop.openDispute({ payment_id: paymentId, amount: '100.00', comment: 'torn' })
  const attachmentId = await shop.attachment()
  const challenged = await shop.call('POST', '/api/v1/disputes/challenge', {
    dispute_id: id,
    reason: 'merchant_reason_order_amount_should_be_different',
    amount: '60',
    description: 'one sleeve only',
    attachment_ids: [attachmentId],
  })
  assert.deepEqual([challenged.body.disputes[0].status, challenged.body.disputes[0].amount], ['in_progress', '100.00'])
  const blocked = await shop.call('POST', `/api/v2/payments/${paymentId}/refunds`, {
    amount: '1.00',
    reference_id: 'r',
  })
  assert.deepEqual([blocked.status, blocked.body.error], [409, 'payment is disputed'])
  await shop.act(id, 'request-evidence', { from: 'merchant', content: 'a photo please' })
  const evidence = await shop.call('POST', `/api/v1/disputes/${id}/provide-evidence`, {
    attachment_ids: [attachmentId],
  })
  assert.deepEqual([evidence.status, evidence.body.attachment_ids], [200, [attachmentId]])
  await shop.act(id, 'request-evidence', { from: 'customer' })
  await shop.act(id, 'provide-evidence', { content: 'the other sleeve' })
  await shop.act(id, 'accept-amount')
  await shop.act(id, 'comment', { comment: 'both sides heard' })
  const verdict = await shop.act(id, 'refund')
  const { history, ...dispute } = verdict.body.dispute
  assert.deepEqual([dispute.status, dispute.amount, dispute.days_left], ['refunded', '60.00', 0])
  assert.deepEqual(
    history.map((entry: Record<string, string>) => [entry['event_type'], entry['source'], entry['created_by']]),
    [
      ['dispute_created', 'customer', 'otp.success@example.com'],
      ['dispute_in_arbitration', 'merchant', 'Disputes API'],
      ['evidence_merchant', 'support', ''],
      ['evidence_merchant_provided', 'merchant', 'Disputes API'],
      ['evidence_customer', 'support', ''],
      ['evidence_customer_provided', 'customer', 'otp.success@example.com'],
      ['dispute_amount_changed', 'support', ''],
      ['dispute_comment_added', 'support', ''],
      ['dispute_approved', 'support', ''],
    ],
  )
  const notifications = await ofDispute(id, 4)
  const created_at = dispute.created_at.replace('.000Z', 'Z')
  const body = (status: string, amount: string) => ({
    status,
    dispute_id: id,
    payment_id: paymentId,
    amount,
    currency: 'AED',
    created_at,
  })
  assert.deepEqual(
    notifications.map((one) => one.body),
    [
      body('pending', '100.00'),
      body('arbitration', '100.00'),
      body('evidence_merchant', '100.00'),
      body('approved', '60.00'),
    ],
  )
  assert.deepEqual(
    notifications.map((one) => [one.headers['webhook-sequence'], one.headers['x-shop-auth']]),
    ['1', '2', '3', '4'].map((sequence) => [sequence, 's3cret-value-123']),
  )
  const [last] = (await ofPayment(paymentId, 4)).slice(-1)
  assert.equal(last?.body.status, 'closed')
  assert.deepEqual(
    last?.body.refunds.map((refund: Record<string, string>) => [refund['amount'], refund['reference_id']]),
    [['60.00', `dispute-${id}`]],
  )
  const rest = await shop.call('POST', `/api/v2/payments/${paymentId}/refunds`, { amount: '280', reference_id: 'rest' })
  assert.equal(rest.status, 200)
})

test('a case that support declines, and one that the customer withdraws, are notified and unblock the payment', async () => {
  for (const [action, status, notification] of [
    ['decline', 'declined', 'declined'],
    ['withdraw', 'cancelled', 'cancelled'],
  ] as const) {
    const { id, payment_id } = await shop.openDispute({ amount: '10' })
    await shop.call('POST', '/api/v1/disputes/challenge', { dispute_id: id, reason: 'merchant_reason_other' })
    assert.equal((await shop.act(id, action)).body.dispute.status, status)
    const notifications = await ofDispute(id, 3)
    assert.deepEqual(
      notifications.map((one) => one.body.status),
      ['pending', 'arbitration', notification],
    )
    assert.equal((await ofPayment(payment_id, 3)).at(-1)?.body.refunds.length, 0)
    const refunded = await shop.call('POST', `/api/v2/payments/${payment_id}/refunds`, { amount: '340' })
    assert.equal(refunded.status, 200)
  }
})

test("without the merchant's answer a dispute is refunded after 14 days, by a worker alone", async () => {
  const { id, payment_id, created_at } = await shop.openDispute({ amount: '10' })
  service.clock.advance(14 * 86_400_000 - 1)
  assert.deepEqual([(await shop.dispute(id)).status, (await shop.dispute(id)).days_left], ['new', 1])
  service.clock.advance(1)
  const [, approved] = await ofDispute(id, 2)
  assert.equal(approved?.body.status, 'approved')
  const dispute = await shop.dispute(id)
  assert.equal(dispute.status, 'refunded')
  const { event_type, source, created_by, created_at: decidedAt } = dispute.history.at(-1)
  assert.deepEqual([event_type, source, created_by], ['merchant_14d_unresponsive', 'support', ''])
  assert.equal(Date.parse(decidedAt), Date.parse(created_at) + 14 * 86_400_000)
  assert.equal((await ofPayment(payment_id, 4)).at(-1)?.body.refunds[0].amount, '10.00')
})
