import type { App } from '../../../platform/app/app.ts'
import { longWork } from '../../../platform/db/limits.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { forgetModeVisits, lockVisits, recountModeVisits as recount } from './store.ts'

/** Counts what customers did at a merchant's sessions of one mode anew, while the service goes on. */
export async function recountModeVisits(app: App, { merchantId, isTest }: MerchantMode): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockVisits, {})
    await tx.run(forgetModeVisits, { merchantId, isTest })
    await tx.run(recount, { merchantId, isTest })
  }, longWork.recountMs)
}
