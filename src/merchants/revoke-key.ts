import type { App } from '../app/app.ts'
import type { KeyId, MerchantId } from '../base/ids.ts'
import { forgetKeysOf } from './find-key-holder.ts'
import { refusals } from './refusals.ts'
import { revokeKey as revoke } from './store.ts'

/** Makes a key useless: at once here, within two seconds in every other process. Again changes nothing. Refuses an unknown key. */
export async function revokeKey(app: App, merchantId: MerchantId, keyId: KeyId): Promise<void> {
  const rows = await app.db.run(revoke, [merchantId, keyId, app.clock.now()])
  if (rows.length === 0) throw refusals.noSuchKey()
  await forgetKeysOf(app, merchantId)
}
