import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import type { TestApi } from '../support/api.ts'
import { pass, sendReturns } from '../support/plans.ts'
import { capture, refund } from '../support/settlements.ts'

/** Ids of one merchant's payments in AED, by their outcome. */
export interface History {
  readonly merchantId: string
  readonly shop: Shop
  /** Captured in two parts, partly refunded on another day, with instalments paid early. */
  readonly refunded: string
  /** An open dispute blocks its refunds. */
  readonly disputed: string
  /** Closed without a capture; its card refuses returns. */
  readonly stuck: string
  /** Closed without a capture on the last day: the return waits, and its entries are not sealed. */
  readonly latest: string
  /** Refunded by a dispute; the capture is in a closed day. */
  readonly approved: string
}

/**
 * Four days of a merchant with fees: paid days, a negative one that is carried, and an open one.
 * They have confirmed, failed and waiting returns, two disputes, and unsealed entries. Another merchant has days in
 * KWD.
 */
export async function writeHistory(api: TestApi): Promise<History> {
  const fee = { percent: '5.00', fixed: '1.00', vat_percent: '5.00' }
  const { id: merchantId, live: shop } = await api.newMerchant({ fee })
  const other = await api.newMerchant({ country: 'KW', fee: { ...fee, refund: 'all' } })
  await other.test.capturedPayment('12.345')

  const refunded = await shop.authorizedPayment('340.00')
  await capture(shop, refunded, '100.00', 'c1')
  await capture(shop, refunded, '240.00', 'c2')
  succeed(await shop.call('POST', `/sandbox/payments/${refunded}/pay`, { what: 'next' }))
  const disputed = await shop.capturedPayment('80.00')
  const approved = await shop.capturedPayment('60.00')
  const stuck = await authorizedWith(shop, '4000000000005126')
  succeed(await shop.call('POST', `/api/v2/payments/${stuck}/close`))
  await sendReturns(api)
  await pass(shop, 'PT24H')
  await pass(other.test, 'PT48H')

  await shop.capturedPayment('20.00')
  await pass(shop, 'PT24H')
  await refund(shop, refunded, '300.00', 'r1')
  await sendReturns(api)
  await openDispute(shop, disputed)
  const dispute = await openDispute(shop, approved)
  succeed(await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute] }))
  await pass(shop, 'PT24H')

  await shop.capturedPayment('10.00')
  // Reading settlements books movements.
  succeed(await shop.call('GET', '/api/v1/settlements'))
  const latest = await shop.authorizedPayment('50.00')
  succeed(await shop.call('POST', `/api/v2/payments/${latest}/close`))
  return { merchantId, shop, refunded, disputed, stuck, latest, approved }
}

async function authorizedWith(shop: Shop, card: string): Promise<string> {
  const id = await shop.createdPayment('90.00')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card }))
  return id
}

async function openDispute(shop: Shop, payment_id: string): Promise<string> {
  return succeed(await shop.call('POST', '/sandbox/disputes', { payment_id, reason: 'not_delivered' })).body.dispute.id
}
