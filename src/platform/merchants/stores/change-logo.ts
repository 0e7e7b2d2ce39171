import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { WithChange } from '../../db/db.ts'
import { forgetKeysOf } from '../keys/known-keys.ts'
import { findStoreByCode, type Store } from '../merchant.ts'
import { refusals } from '../refusals.ts'
import { type Logo, nameOfLogo } from './logo.ts'
import { removeStoreLogo, saveStoreLogo } from './store.ts'
import { listStores } from './stores.ts'

/**
 * Replaces or removes a store's logo and returns the store before. Customers see the change within two seconds in
 * every process, also in open sessions. `also`: extra writes in the same transaction. Refuses an unknown store.
 */
export async function changeLogo(
  app: App,
  merchantId: MerchantId,
  merchantCode: string,
  logo: Logo | undefined,
  also?: WithChange,
): Promise<Store> {
  const store = findStoreByCode(await listStores(app, merchantId), merchantCode)
  if (store === undefined) throw refusals.noSuchStore()
  const key = { merchantId, storeId: store.id }
  await app.db.transaction(async (tx) => {
    if (logo === undefined) await tx.run(removeStoreLogo, key)
    else await tx.run(saveStoreLogo, { ...key, ...logo, logo: nameOfLogo(logo) })
    await also?.(tx)
  })
  await forgetKeysOf(app, merchantId)
  return store
}
