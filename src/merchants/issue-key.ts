import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { type KeyKind, newKey } from './key.ts'
import { saveKey } from './open-merchant.ts'
import { refusals } from './refusals.ts'
import { findMerchant } from './store.ts'

/** A new key for a merchant, in clear: it is shown this once. The merchant's other keys stay. Refuses an unknown merchant. */
export async function issueKey(app: App, merchantId: MerchantId, kind: KeyKind, isTest: boolean) {
  const [merchant] = await app.db.run(findMerchant, [merchantId])
  if (merchant === undefined) throw refusals.noSuchMerchant()
  const key = newKey(kind, isTest)
  const id = await app.db.transaction((tx) => saveKey(tx, { merchantId }, kind, isTest, key, app.clock.now()))
  return { id, key }
}
