import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { Tx, WithChange } from '../../db/db.ts'
import { isSandboxWrite } from '../../db/is-sandbox-write.ts'
import { forgetKeysOf } from '../keys/known-keys.ts'
import { findStoreByCode, type Store } from '../merchant.ts'
import { refusals } from '../refusals.ts'
import { findMerchant } from '../store.ts'
import { changeBefore, marksOfSandbox, noMarks, type StoreMarks } from './before-sandbox.ts'
import { listStoreMarks, listStoreRows, lockStores, rowOf, storeFrom, updateStores } from './store.ts'
import { type StoreSettings, settingsProblem, storeNameProblem } from './store-settings.ts'

/**
 * Changes a store's settings and returns the store. Existing sessions and payments keep their settings; fees hold
 * from the next capture or refund. Every process sees the change within two seconds. `also`: extra writes in the
 * same transaction. Refuses an unknown merchant or store, and settings that are wrong or contradict each other.
 */
export async function changeStore(
  app: App,
  merchantId: MerchantId,
  merchantCode: string,
  settings: (store: Store) => Partial<StoreSettings>,
  also?: WithChange<[changed: Store]>,
): Promise<Store> {
  const changed = await app.db.transaction(async (tx) => {
    const [merchant] = await tx.run(findMerchant, { merchantId })
    if (merchant === undefined) throw refusals.noSuchMerchant()
    // Prevents a lost update: of two changes at once, the later one reads what the earlier has set.
    await tx.run(lockStores, { merchantId })
    const store = findStoreByCode((await tx.run(listStoreRows, { merchantId })).map(storeFrom), merchantCode)
    if (store === undefined) throw refusals.noSuchStore()
    const requested = { ...store, ...settings(store) }
    requireSettings(store, requested)
    const marks = await findMarks(tx, merchantId, store, settings)
    await tx.run(updateStores, { merchantId, stores: [{ ...rowOf(requested), ...marks }] })
    await also?.(tx, requested)
    return requested
  })
  await forgetKeysOf(app, merchantId)
  return changed
}

function requireSettings(store: Store, requested: Store): void {
  const isRenamed = requested.name !== store.name
  const problem = (isRenamed ? storeNameProblem(requested.name) : undefined) ?? settingsProblem(requested)
  if (problem !== undefined) throw refusals.wrongSettings(problem)
}

// `production prepare` removes a sandbox's settings: an operator's must be valid without them, too.
async function findMarks(
  tx: Tx,
  merchantId: MerchantId,
  store: Store,
  settings: (store: Store) => Partial<StoreSettings>,
): Promise<StoreMarks> {
  const marks = (await tx.run(listStoreMarks, { merchantId })).find(({ id }) => id === store.id) ?? noMarks
  if (await isSandboxWrite(tx)) return marksOfSandbox(store, marks)
  const [without, kept] = changeBefore(store, marks, settings) ?? [store, noMarks]
  if (kept !== noMarks) requireSettings(without, without)
  return kept
}
