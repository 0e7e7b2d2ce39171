import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import type { WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { forgetKeysOf } from './known-keys.ts'
import { revokeKeyRow } from './store.ts'

/**
 * Makes a key useless: at once here, within two seconds in every other process. Again changes nothing. `also`: what stands or falls with it.
 * Refuses an unknown key.
 */
export async function revokeKey(app: App, merchantId: MerchantId, id: KeyId, also?: WithChange): Promise<void> {
  await app.db.transaction(async (tx) => {
    const revoked = await tx.run(revokeKeyRow, { merchantId, id, now: app.clock.now() })
    if (revoked.length === 0) throw refusals.noSuchKey()
    await also?.(tx)
  })
  await forgetKeysOf(app, merchantId)
}
