import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { maxAmountMinor } from '../../base/money.ts'
import { forgetKeysOf } from '../keys/known-keys.ts'
import { findStoreByCode, type Store } from '../merchant.ts'
import { refusals } from '../refusals.ts'
import { findMerchant } from '../store.ts'
import { listStores } from './list-stores.ts'
import { rowOf, updateStores } from './store.ts'

/** What of a store an operator can set. */
export type StoreSettings = Pick<
  Store,
  'checkout' | 'smallestOrderMinor' | 'largestOrderMinor' | 'sessionSeconds' | 'paymentSeconds' | 'autoCaptureSeconds'
>

/**
 * Changes a store's settings and answers it. Sessions and payments that exist keep theirs. Seen within two seconds in every
 * process. Refuses an unknown merchant or store, and settings that contradict each other.
 */
export async function changeStore(
  app: App,
  merchantId: MerchantId,
  merchantCode: string,
  settings: (store: Store) => Partial<StoreSettings>,
): Promise<Store> {
  const [merchant] = await app.db.run(findMerchant, { merchantId })
  if (merchant === undefined) throw refusals.noSuchMerchant()
  const stores = await listStores(app, merchantId)
  const store = findStoreByCode(stores, merchantCode)
  if (store === undefined) throw refusals.noSuchStore()
  const changed = { ...store, ...settings(store) }
  const problem = problemOf(changed)
  if (problem !== undefined) throw refusals.wrongSettings(problem)
  await app.db.run(updateStores, { merchantId, stores: [rowOf(changed)] })
  await forgetKeysOf(app, merchantId)
  return changed
}

/** What contradicts itself in a store's settings; undefined when nothing does. */
function problemOf(settings: StoreSettings & Pick<Store, 'currency'>): string | undefined {
  const { smallestOrderMinor, largestOrderMinor, sessionSeconds, paymentSeconds, autoCaptureSeconds } = settings
  if (smallestOrderMinor <= 0n) return 'the smallest order must be positive'
  if (largestOrderMinor < smallestOrderMinor) return 'the largest order must not be below the smallest'
  if (largestOrderMinor > maxAmountMinor(settings.currency)) return 'the largest order must be at most 999999999'
  if (sessionSeconds <= 0) return 'a session must last'
  if (paymentSeconds < sessionSeconds) return 'an unfinished payment must not expire before its session'
  if (autoCaptureSeconds !== null && autoCaptureSeconds < 0) return 'automatic capture cannot be before authorization'
  return undefined
}
