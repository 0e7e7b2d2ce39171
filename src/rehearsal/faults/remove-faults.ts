import type { Queryable } from '../../platform/db/db.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import * as store from './store.ts'

/** Removes all rules of the merchant in this mode. What they hold already is sent when its time comes. */
export async function removeFaults(db: Queryable, { merchantId, isTest }: MerchantMode): Promise<void> {
  await db.run(store.deleteFaults, { merchantId, isTest })
}
