import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { forgetKeysOf } from './keys/known-keys.ts'
import * as store from './store.ts'

/** Puts a merchant's clock back to the system's. */
export async function resetClock(app: App, merchantId: MerchantId): Promise<void> {
  await app.db.run(store.resetClock, { merchantId })
  await forgetKeysOf(app, merchantId)
}
