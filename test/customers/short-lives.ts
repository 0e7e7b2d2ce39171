import { succeed } from '../../testkit/client.ts'
import type { openDisputeShop } from '../support/disputes.ts'

type Shop = Awaited<ReturnType<typeof openDisputeShop>>

/** Opens a payment of 340.00 that is refused. Returns its id. Lists have no refused payments. */
export async function refused(shop: Shop, order: object): Promise<string> {
  const { id } = succeed(await shop.checkout('340.00', order)).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/reject`))
  return id
}

/** Opens a payment of 340.00 that is captured, and paid by the customer as a whole. Returns its id. */
export async function paid(shop: Shop, order: object): Promise<string> {
  const { id } = succeed(await shop.checkout('340.00', order)).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  return id
}
