import type { App } from '../../app/app.ts'
import type { MerchantId, StoreId } from '../../base/ids.ts'
import type { Store } from '../merchant.ts'
import { listStores } from './list-stores.ts'

/** A merchant's store, which must exist: a payment's or a session's. */
export async function getStore(app: App, merchantId: MerchantId, id: StoreId): Promise<Store> {
  const store = (await listStores(app, merchantId)).find((candidate) => candidate.id === id)
  if (store === undefined) throw new Error(`the store ${id} does not exist`)
  return store
}
