import type { App } from '../../../platform/app/app.ts'
import { longWork } from '../../../platform/db/limits.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { forgetModeCounts, lockCounts, recountMode } from '../store/counting.ts'

/** Counts a merchant's payments of one mode anew, while the service goes on. */
export async function recountModePayments(app: App, { merchantId, isTest }: MerchantMode): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockCounts, {})
    await tx.run(forgetModeCounts, { merchantId, isTest })
    await tx.run(recountMode, { merchantId, isTest })
  }, longWork.recountMs)
}
