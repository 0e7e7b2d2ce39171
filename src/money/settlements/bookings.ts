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
 * Seals one batch of a merchant's entries, and books each capture and refund among them into the settlement of its
 * day. Returns whether more entries wait. The caller has locked the merchant's ledger.
 */
export async function bookMovements(app: App, tx: Tx, merchantId: MerchantId): Promise<boolean> {
  const sealed = await sealEntries(app, tx, merchantId)
  if (sealed === undefined) return false
  await tx.run(bookLines, { merchantId, ...sealed, delayMs: closingDelayMs[app.config.mode] })
  return sealed.sourceIds.length === maxSealed
}

/**
 * Books at most `maxBatches` batches of a merchant's entries, each in its own transaction. Returns whether more
 * entries wait.
 */
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
/** Limits how long one merchant with many movements delays the others. */
const maxBatches = 20
/** The longest round, also if very many entries wait, for example after an upgrade. */
const roundMs = 20 * second

/**
 * Books the entries of many merchants, as one round. Above zero: more entries wait. Logs failures; the next round
 * tries them again.
 */
export async function bookAll(app: App): Promise<number> {
  const merchants = await listUnsealed(app, maxMerchants)
  const endsAt = performance.now() + roundMs
  let isMore = merchants.length === maxMerchants
  for (const merchantId of merchants) {
    if (performance.now() > endsAt) return maxMerchants
    try {
      if (await bookMerchant(app, merchantId, maxBatches)) isMore = true
    } catch (error) {
      // Another process books this merchant.
      if (isLockTimeout(error)) continue
      if (isDatabaseTrouble(error)) throw error
      app.log.error({ err: error, merchant_id: merchantId }, 'could not book movements')
      app.metrics.itemFailed('settlement')
    }
  }
  return isMore ? maxMerchants : 0
}
