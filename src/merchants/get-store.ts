import type { App } from '../app/app.ts'
import type { MerchantId, StoreId } from '../base/ids.ts'
import type { Store } from './merchant.ts'
import { listStores, storeFrom } from './store.ts'

/** A merchant's store, which must exist: a payment's or a session's. */
export async function getStore(app: App, merchantId: MerchantId, id: StoreId): Promise<Store> {
  const rows = await app.db.run(listStores, [merchantId])
  const found = rows.find((row) => row.id === id)
  if (found === undefined) throw new Error(`the store ${id} does not exist`)
  return storeFrom(found)
}
