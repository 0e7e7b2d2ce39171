import type { MerchantId } from '../base/ids.ts'
import type { Queryable } from '../db/db.ts'
import * as store from './store.ts'

/** Writes down that risk has rules or blocked customers of a merchant. Whoever calls has its keys forgotten afterwards. */
export async function noteRiskRules(on: Queryable, merchantId: MerchantId): Promise<void> {
  await on.run(store.noteRiskRules, { merchantId })
}
