import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { longWork } from '../../../platform/db/limits.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import {
  countChanges,
  forgetCounts,
  forgetModeCounts,
  listLargest,
  listMiscounted,
  listMiscountedInStores,
  lockCounts,
  recountMode,
  recountPayments,
  tryLockCounts,
} from '../store/counting.ts'

/** The maximal number of changes in one transaction: after an outage the backlog is counted in short pieces. */
export const countBatch = 20_000

/**
 * Adds new changes of payments to the counts, at most `countBatch`. Returns their number. Does nothing while another
 * process counts.
 */
export async function countPaymentChanges(app: App): Promise<number> {
  const counted = await app.db.eachShard((db) =>
    db.transaction(async (tx) => {
      const [lock] = await tx.run(tryLockCounts, {})
      if (!lock?.locked) return 0
      const [row] = await tx.run(countChanges, { limit: countBatch })
      return row?.counted ?? 0
    }),
  )
  return counted.reduce((sum, one) => sum + one)
}

/**
 * Returns a sentence for each count that differs from the payments, at most `limit` of each kind. Empty: no
 * differences.
 */
export async function checkCounts(app: App, limit: number): Promise<string[]> {
  const counts = await app.db.run(listMiscounted, { limit })
  const inStores = await app.db.run(listMiscountedInStores, { limit })
  return [
    ...counts.map((row) => `merchant ${row.merchant_id}: of ${kindOf(row)} the counts miss ${row.missing}`),
    ...inStores.map(
      (row) => `merchant ${row.merchant_id}: of ${kindOf(row)} at store ${row.store_id} its counts miss ${row.missing}`,
    ),
  ]
}

interface CountRow {
  readonly is_test: boolean
  readonly listed_as: string
  readonly span: string
  readonly begins_at: Instant
}

function kindOf({ is_test, listed_as, span, begins_at }: CountRow): string {
  const when = `${span === 'day' ? 'day' : 'quarter of an hour'} from ${new Date(begins_at).toISOString()}`
  return `${listed_as} ${is_test ? 'test' : 'live'} payments of the ${when}`
}

/** Recounts a merchant's payments of one mode while the service runs. */
export async function recountModePayments(app: App, { merchantId, isTest }: MerchantMode): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockCounts, {})
    await tx.run(forgetModeCounts, { merchantId, isTest })
    await tx.run(recountMode, { merchantId, isTest })
  }, longWork.recountMs)
}

/** Recounts the payments of all merchants while the service runs. */
export async function recountAllPayments(app: App): Promise<void> {
  await app.db.eachShard((db) =>
    db.transaction(async (tx) => {
      await tx.run(lockCounts, {})
      await tx.run(forgetCounts, {})
      await tx.run(recountPayments, {})
    }, longWork.recountMs),
  )
}

/** Lists the merchants with the most counted payments of both modes, and the total of all merchants. */
export async function listLargestMerchants(on: Queryable, limit: number) {
  const rows = await on.run(listLargest, { limit })
  const largest = rows.map(({ merchant_id, payments }) => ({ merchantId: merchant_id, payments }))
  return { largest, total: rows[0]?.total ?? 0n }
}
