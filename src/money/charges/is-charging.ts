import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { chargeTimes } from './charge.ts'
import { findFreshCharge } from './store/charges.ts'

/** Whether a processor is being asked at this moment for a later part of this merchant's payments: not where its answer was lost. */
export async function isCharging(app: App, merchantId: MerchantId): Promise<boolean> {
  return (await app.db.run(findFreshCharge, { merchantId, lostMs: chargeTimes.lostMs })).length > 0
}
