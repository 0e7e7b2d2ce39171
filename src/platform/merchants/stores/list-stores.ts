import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { Store } from '../merchant.ts'
import { listStoreRows, storeFrom } from './store.ts'

/** A merchant's stores, the default one first; none when there is no such merchant. */
export async function listStores(app: App, merchantId: MerchantId): Promise<Store[]> {
  return (await app.db.run(listStoreRows, { merchantId })).map(storeFrom)
}
