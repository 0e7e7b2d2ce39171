import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import type { NewMerchant, TestApi } from './api.ts'

/** Makes a merchant with a fee of five percent on captures, and five percent VAT on the fee. */
export function newPayingMerchant(api: TestApi): Promise<NewMerchant> {
  return api.newMerchant({ fee: { percent: '5.00', vat_percent: '5.00' } })
}

export async function capture(shop: Shop, id: string, amount: string, reference = ''): Promise<void> {
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: reference }))
}

export async function refund(shop: Shop, id: string, amount: string, reference = ''): Promise<void> {
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount, reference_id: reference }))
}

// biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
export const get = async (shop: Shop, path: string, headers = {}): Promise<any> =>
  succeed(await shop.call('GET', path, undefined, headers)).body
