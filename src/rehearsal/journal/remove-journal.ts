import type { MerchantId } from '../../platform/base/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as store from './store/removal.ts'

/** Begins the merchant's journal of this mode anew: nothing is in it, and no cursor of before is known. */
export async function removeJournal(tx: Tx, merchantId: MerchantId, isTest: boolean): Promise<void> {
  await tx.run(store.removeEntries, { merchantId, isTest })
  await tx.run(store.removeJournalRow, { merchantId, isTest })
}
