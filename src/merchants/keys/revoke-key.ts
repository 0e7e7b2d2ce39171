import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import { refusals } from '../refusals.ts'
import { forgetKeysOf } from './known-keys.ts'
import { revokeKeyRow } from './store.ts'

/** Makes a key useless: at once here, within two seconds in every other process. Again changes nothing. Refuses an unknown key. */
export async function revokeKey(app: App, merchantId: MerchantId, id: KeyId): Promise<void> {
  const revoked = await app.db.run(revokeKeyRow, { merchantId, id, now: app.clock.now() })
  if (revoked.length === 0) throw refusals.noSuchKey()
  await forgetKeysOf(app, merchantId)
}
