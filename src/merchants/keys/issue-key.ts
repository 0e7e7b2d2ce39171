import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { refusals } from '../refusals.ts'
import { findMerchant } from '../store.ts'
import { type KeyKind, newKey } from './key.ts'
import { saveKey } from './save-key.ts'

/** A new key for a merchant, in clear: it is shown this once. The merchant's other keys stay. Refuses an unknown merchant. */
export async function issueKey(app: App, merchantId: MerchantId, kind: KeyKind, isTest: boolean) {
  const [merchant] = await app.db.run(findMerchant, { merchantId })
  if (merchant === undefined) throw refusals.noSuchMerchant()
  const key = newKey(kind, isTest)
  return { id: await saveKey(app.db, merchantId, kind, isTest, key, app.clock.now()), key }
}
