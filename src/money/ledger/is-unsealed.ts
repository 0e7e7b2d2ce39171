import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { findWaiting } from './store.ts'

/** Whether something that was posted for a merchant by now waits to be sealed: more than so many changes, any unless told. */
export async function isUnsealed(app: App, merchantId: MerchantId, beyond = 0): Promise<boolean> {
  const [row] = await app.db.run(findWaiting, { merchantId, beyond })
  return row?.is_waiting ?? false
}
