import { uploadAttachment } from '../../testkit/uploads.ts'
import type { Street, Till } from './street.ts'

/** Plays Demo UAE again: a dispute in every status, refunded in every way. */
export async function playDisputes(street: Street): Promise<void> {
  const till = street.till(1, 'sk_', 'demo_ae', 'AED')
  const approve = (id: string) => till.post('/api/v1/disputes/approve', { dispute_ids: [id] })
  const act = (id: string, action: string, body = {}) => till.post(`/sandbox/disputes/${id}/${action}`, body)
  const open = await openerOf(till)
  await open('201.00')
  await challenge(till, await open('202.00'))
  for (const [amount, from] of [
    ['203.00', 'merchant'],
    ['204.00', 'customer'],
  ] as const) {
    const disputeId = await open(amount)
    await challenge(till, disputeId)
    await act(disputeId, 'request-evidence', { from })
  }
  await act(await open('205.00'), 'withdraw')
  await approve(await open('206.00', '150.00'))
  const declined = await open('207.00')
  await challenge(till, declined)
  await act(declined, 'decline', { comment: 'It was delivered' })
  const lowered = await open('208.00')
  await challenge(till, lowered, '60.00')
  await act(lowered, 'accept-amount')
  await act(lowered, 'refund')
  // In addition to the shop's own refund.
  const both = await till.deliver('209.00')
  await till.refund(both, '9.00', 'r1')
  await till.rename(both, 'R-1')
  const { dispute } = await till.post('/sandbox/disputes', {
    payment_id: both,
    reason: 'unreceived_refund',
    amount: '100.00',
  })
  await approve(dispute.id)
  await till.refund(both, '50.00', 'r2')
}

async function openerOf(till: Till) {
  const { id } = (await uploadAttachment(till.shop)).body
  let attachments: readonly string[] = [id]
  return async (amount: string, disputed?: string): Promise<string> => {
    const about = {
      payment_id: await till.deliver(amount),
      reason: 'product_issue',
      comment: 'Torn',
      amount: disputed ?? null,
    }
    const { dispute } = await till.post('/sandbox/disputes', { ...about, attachment_ids: attachments })
    attachments = []
    return dispute.id
  }
}

export async function challenge(till: Till, dispute_id: string, amount?: string): Promise<void> {
  const reason = amount === undefined ? 'already_delivered' : 'amount_should_be_different'
  const full = `merchant_reason_order_${reason === 'already_delivered' ? 'has_been_' : ''}${reason}`
  await till.post('/api/v1/disputes/challenge', { dispute_id, reason: full, ...(amount && { amount }) })
}
