import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { announcements } from '../../src/money/disputes/dispute.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

let notifying: NotifyingService
let shop: DisputeShop

before(async () => {
  notifying = await openNotifyingService({ workers: true })
  shop = await openDisputeShop(notifying.service)
  const code = { 'x-merchant-code': 'AE' }
  succeed(await shop.call('POST', '/api/v1/dispute-webhooks', { url: 'https://shop.test/disputes' }, code))
})
after(() => notifying.close())

test('faults apply to each dispute notification, by its status', async () => {
  for (const notification of announcements) {
    const rule = { on: { notification }, do: { kind: 'duplicate', count: 2, gap_ms: 0 } }
    succeed(await shop.call('POST', '/sandbox/faults', rule))
  }
  const opened = async (): Promise<string> => (await shop.openDispute({ payment_id: await shop.capturedPayment() })).id
  const challenged = async (): Promise<string> => {
    const id = await opened()
    const reason = 'merchant_reason_order_amount_should_be_different'
    const body = { dispute_id: id, reason, amount: '1', description: 'less', attachment_ids: [await shop.attachment()] }
    succeed(await shop.call('POST', '/api/v1/disputes/challenge', body))
    return id
  }
  succeed(await shop.act(await opened(), 'withdraw'))
  for (const [verdict, body] of [['decline'], ['refund'], ['request-evidence', { from: 'merchant' }]] as const) {
    succeed(await shop.act(await challenged(), verdict, body))
  }

  // Each rule injects once.
  const expected = { pending: 5, arbitration: 4, evidence_merchant: 2, approved: 2, declined: 2, cancelled: 2 }
  const received = await notifying.receiver.waitFor(Object.values(expected).reduce((sum, count) => sum + count))
  const count = (status: string): number => received.filter(({ body }) => body.status === status).length
  assert.deepEqual(Object.fromEntries(announcements.map((status) => [status, count(status)])), expected)
})
