import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { isUnsealed, lockLedger } from '../ledger/seals.ts'
import { bookMovements } from './book-movements.ts'

/** Books what a merchant's payments have posted by now, batch after batch, each of which stands by itself. Answers whether more waits. */
export async function bookMerchant(app: App, merchantId: MerchantId, maxBatches: number): Promise<boolean> {
  if (!(await isUnsealed(app, merchantId))) return false
  for (let batch = 1; batch <= maxBatches; batch += 1) {
    const isMore = await app.db.transaction(async (tx) => {
      await lockLedger(tx, merchantId)
      return bookMovements(app, tx, merchantId)
    })
    if (!isMore) return false
  }
  return true
}
