import type { App } from '../../app/app.ts'
import type { MerchantId, StoreId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import { codeKeyOf, type Store } from '../merchant.ts'
import { insertStores, listStoreRows, rowOf, storeFrom } from './store.ts'

/** Returns a merchant's stores, the default store first; none for an unknown merchant. */
export async function listStores(app: App, merchantId: MerchantId): Promise<Store[]> {
  return (await app.db.run(listStoreRows, { merchantId })).map(storeFrom)
}

/** Returns a merchant's store, such as a payment's. Throws if it does not exist. */
export async function getStore(app: App, merchantId: MerchantId, id: StoreId): Promise<Store> {
  const store = (await listStores(app, merchantId)).find((candidate) => candidate.id === id)
  if (store === undefined) throw new Error(`the store ${id} does not exist`)
  return store
}

/** Inserts a merchant's new stores, all or none. */
export async function saveStores(
  on: Queryable,
  merchantId: MerchantId,
  stores: readonly Store[],
  createdAt: Instant,
): Promise<void> {
  const rows = stores.map((store) => ({
    ...rowOf(store),
    merchant_id: merchantId,
    code_key: codeKeyOf(store.merchantCode),
    created_at: createdAt,
  }))
  await on.run(insertStores, { stores: rows })
}
