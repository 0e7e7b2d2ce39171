import { isDeepStrictEqual } from 'node:util'
import { noteDispute } from './disputes.js'
import { findByPayment, findOrder } from './orders.js'
import { notePayment, seenOf } from './payment.js'
import { qist, settings } from './settings.js'
import { settle } from './settle.js'

/** So far back books are compared. */
const spanMs = 3 * 24 * 60 * 60 * 1_000

/**
 * Compares the shop's books with Qist's, and puts right what differs: a payment whose session was opened although no answer came, a
 * notification that was lost, a button that somebody pressed at the dashboard. Answers how much was not as it should be.
 */
export async function compareBooks() {
  const since = new Date(Date.now() - spanMs).toISOString()
  let differences = 0
  // The SDK reads on page by page, to the end: pages of five, so that it is seen in a small shop.
  for await (const payment of qist.listPayments({ created_at__gte: since, limit: '5' })) {
    const order = findOrder(payment.meta?.['order'])
    if (order === undefined) continue
    const known = order.payments.find(({ id }) => id === payment.id)
    if (isDeepStrictEqual(known, seenOf(payment))) continue
    differences += 1
    notePayment(order, payment)
    await settle(order)
  }
  return differences + (await compareDisputes(since))
}

/** @param {string} since */
async function compareDisputes(since) {
  if (!settings.isLive) return 0
  let differences = 0
  for await (const dispute of qist.listDisputes({ created_at_gte: since })) {
    const order = findByPayment(dispute.payment_id)
    if (order?.disputes.find(({ id }) => id === dispute.id)?.status === dispute.status) continue
    if (noteDispute(dispute) !== undefined) differences += 1
  }
  return differences
}
