import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import type { Region } from '../base/regions.ts'
import type { Merchant } from './merchant.ts'
import { refusals } from './refusals.ts'
import { findMerchant } from './store.ts'

/** A merchant. Refuses one that is not there. */
export async function getMerchant(app: App, merchantId: MerchantId): Promise<Merchant> {
  const [row] = await app.db.run(findMerchant, { merchantId })
  if (row === undefined) throw refusals.noSuchMerchant()
  return { merchantId, name: row.name, region: row.region as Region }
}
