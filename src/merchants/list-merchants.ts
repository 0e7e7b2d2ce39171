import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import * as store from './store.ts'

/** Every merchant with its stores, oldest first. */
export async function listMerchants(app: App) {
  const merchants = await app.db.run(store.listMerchants, [])
  return Promise.all(
    merchants.map(async (merchant) => ({
      id: merchant.merchant_id,
      name: merchant.name,
      region: merchant.region,
      createdAt: merchant.created_at,
      stores: (await app.db.run(store.listStores, [merchant.merchant_id])).map(store.storeFrom),
    })),
  )
}

/** A merchant's stores, the default one first; none when there is no such merchant. */
export async function getStores(app: App, merchantId: MerchantId) {
  return (await app.db.run(store.listStores, [merchantId])).map(store.storeFrom)
}

/** A merchant's keys, oldest first: their kind, mode and last four characters, never the keys themselves. */
export async function listKeys(app: App, merchantId: MerchantId) {
  const keys = await app.db.run(store.listKeys, [merchantId])
  return keys.map((key) => ({
    id: key.id,
    kind: key.kind,
    isTest: key.is_test,
    lastFour: key.last_four,
    createdAt: key.created_at,
    revokedAt: key.revoked_at,
  }))
}
