import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(() => service.close())

test('a dispute has the shape of the contract', async () => {
  const paymentId = await shop.capturedPayment('340.00')
  const attachmentId = await shop.attachment()
  const opened = await shop.openDispute({
    payment_id: paymentId,
    amount: '100',
    comment: 'The shirt arrived torn',
    attachment_ids: [attachmentId],
  })
  const url = `${shop.baseUrl}/api/v1/disputes/attachments/${attachmentId}`
  const createdAt = opened.created_at
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const listed = {
    id: opened.id,
    attachments: [url],
    payment_id: paymentId,
    amount: '100.00',
    currency: 'AED',
    created_at: createdAt,
    expired_at: new Date(Date.parse(createdAt) + 14 * 86_400_000).toISOString(),
    status: 'new',
    reason: 'product_issue',
    days_left: 14,
    items: [{ reference_id: 'SKU-1', title: 'Linen shirt', unit_price: '160.00' }],
    order_number: '1001',
    comment: 'The shirt arrived torn',
  }
  const entry = {
    attachments: [url],
    created_at: createdAt,
    created_by: 'otp.success@example.com',
    content: 'The shirt arrived torn',
    source: 'customer',
    event_type: 'dispute_created',
    note: '',
  }
  const { history, ...rest } = await shop.dispute(opened.id)
  assert.deepEqual([rest, history], [listed, [entry]])
  assert.deepEqual(Object.keys(await shop.dispute(opened.id)).slice(9, 12), ['days_left', 'history', 'items'])
  const list = await shop.call('GET', '/api/v1/disputes')
  assert.deepEqual(list.body, { disputes: [listed], next_page_token: '' })
})

test('approving refunds exactly the disputed amount', async () => {
  const dispute = await shop.openDispute({ amount: '40.00' })
  const approved = await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute.id] })
  assert.deepEqual([approved.status, approved.body.disputes[0].status], [200, 'refunded'])
  assert.equal(approved.body.disputes[0].days_left, 0)
  const payment = await shop.call('GET', `/api/v2/payments/${dispute.payment_id}`)
  const [refund] = payment.body.refunds
  assert.deepEqual([payment.body.status, payment.body.refunds.length], ['CLOSED', 1])
  assert.deepEqual([refund.amount, refund.reference_id], ['40.00', `dispute-${dispute.id}`])
})
