import type { App } from '../app/app.ts'
import { listMerchantRows } from './store.ts'
import { listStores } from './stores/list-stores.ts'

/** Every merchant with its stores, oldest first. */
export async function listMerchants(app: App) {
  const merchants = await app.db.run(listMerchantRows, {})
  return Promise.all(
    merchants.map(async (merchant) => ({
      id: merchant.merchant_id,
      name: merchant.name,
      region: merchant.region,
      createdAt: merchant.created_at,
      stores: await listStores(app, merchant.merchant_id),
    })),
  )
}
