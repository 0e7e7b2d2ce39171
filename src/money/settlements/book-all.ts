import type { App } from '../../platform/app/app.ts'
import { second } from '../../platform/base/times.ts'
import { isDatabaseTrouble } from '../../platform/db/batch-calls.ts'
import { isLockTimeout } from '../../platform/db/lock-retries.ts'
import { listUnsealed } from '../ledger/seals.ts'
import { bookMerchant } from './book-merchant.ts'

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
