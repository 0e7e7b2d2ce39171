import type { App } from '../../app/app.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import { findClaimed } from '../store/waiting.ts'

/** Whether something of this merchant and mode is being delivered at this moment, by whichever process. */
export async function isDelivering(app: App, { merchantId, isTest }: MerchantMode): Promise<boolean> {
  const [row] = await app.db.run(findClaimed, { merchantId, isTest })
  return row?.is_claimed ?? false
}
