import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { regionOf } from '../../base/markets.ts'
import type { WithChange } from '../../db/db.ts'
import { forgetKeysOf } from '../keys/known-keys.ts'
import { findStoreByCode, merchantCodeProblem, type Store } from '../merchant.ts'
import { refusals } from '../refusals.ts'
import { findMerchant } from '../store.ts'
import { settingsProblem } from './store-settings.ts'
import { listStores, type NewStore, newStore, saveStores } from './stores.ts'

/**
 * Adds a store to a merchant and returns it. `also`: extra writes in the same transaction. Refuses an unknown
 * merchant, a country of another region, a code that is taken or too long, and wrong settings.
 */
export async function addStore(app: App, merchantId: MerchantId, request: NewStore, also?: WithChange): Promise<Store> {
  const [merchant] = await app.db.run(findMerchant, { merchantId })
  if (merchant === undefined) throw refusals.noSuchMerchant()
  if (regionOf(request.country) !== merchant.region) throw refusals.otherRegion()
  const stores = await listStores(app, merchantId)
  if (findStoreByCode(stores, request.merchantCode) !== undefined) throw refusals.codeTaken()
  const store = newStore(merchant.name, request, false)
  const problem = merchantCodeProblem(store.merchantCode) ?? settingsProblem(store)
  if (problem !== undefined) throw refusals.wrongSettings(problem)
  await app.db.transaction(async (tx) => {
    await saveStores(tx, merchantId, [store], app.clock.now()).catch((error: { code?: string }) => {
      if (error.code === '23505') throw refusals.codeTaken()
      throw error
    })
    await also?.(tx)
  })
  await forgetKeysOf(app, merchantId)
  return store
}
