import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { second } from '../../platform/base/times.ts'
import { isDatabaseTrouble } from '../../platform/db/batch-calls.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isLockTimeout } from '../../platform/db/lock-retries.ts'
import { isUnsealed, listUnsealed, lockLedger, maxSealed, sealEntries } from '../ledger/seals.ts'
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

const maxMerchants = 200
/** One merchant with very many movements keeps the others waiting for no longer than this takes. */
const maxBatches = 20
/** A round ends in time also where very much waits, as after an upgrade. */
const roundMs = 20 * second

/** One round: books what was posted, of many merchants. Above zero: more waits. What fails is logged, and tried again in the next round. */
export async function bookAll(app: App): Promise<number> {
  const merchants = await listUnsealed(app, maxMerchants)
  const endsAt = performance.now() + roundMs
  let isMore = merchants.length === maxMerchants
  for (const merchantId of merchants) {
    if (performance.now() > endsAt) return maxMerchants
    try {
      if (await bookMerchant(app, merchantId, maxBatches)) isMore = true
    } catch (error) {
      // Another process is at it.
      if (isLockTimeout(error)) continue
      if (isDatabaseTrouble(error)) throw error
      app.log.error({ err: error, merchant_id: merchantId }, 'could not book movements')
      app.metrics.itemFailed('settlement')
    }
  }
  return isMore ? maxMerchants : 0
}
