import { isDeepStrictEqual } from 'node:util'
import { noteDispute } from './disputes.js'
import { findByPayment, findOrder } from './orders.js'
import { notePayment, snapshotOf } from './payment.js'
import { qist, settings } from './settings.js'
import { settle } from './settle.js'

/** The compared time range, up to now. */
const spanMs = 3 * 24 * 60 * 60 * 1_000

/**
 * Compares the shop's books with Qist's, and repairs differences: a session whose answer was lost, a lost notification,
 * or a change at the dashboard. Returns the number of differences.
 */
export async function compareBooks() {
  const since = new Date(Date.now() - spanMs).toISOString()
  let differences = 0
  // The SDK reads all pages. A page has five payments, so that a small shop has several pages.
  for await (const payment of qist.listPayments({ created_at__gte: since, limit: '5' })) {
    const order = findOrder(payment.meta?.['order'])
    if (order === undefined) continue
    const known = order.payments.find(({ id }) => id === payment.id)
    if (isDeepStrictEqual(known, snapshotOf(payment))) continue
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
