import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { maxSealed, sealEntries } from '../ledger/seals.ts'
import { closingDelayMs } from './settlement.ts'
import { bookLines } from './store/lines.ts'

/**
 * Seals what a merchant's payments have posted and puts each capture and refund among them into the settlement of its day: one batch.
 * False where that was all there was. For who has locked the merchant's ledger.
 */
export async function bookMovements(app: App, tx: Tx, merchantId: MerchantId): Promise<boolean> {
  const sealed = await sealEntries(app, tx, merchantId)
  if (sealed === undefined) return false
  await tx.run(bookLines, { merchantId, ...sealed, delayMs: closingDelayMs[app.config.mode] })
  return sealed.sourceIds.length === maxSealed
}
