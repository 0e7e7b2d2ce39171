import type { App } from '../../../platform/app/app.ts'
import { countChanges, tryLockCounts } from '../store/counting.ts'

/** So many changes are counted in one transaction: what waits after an outage is done in pieces that end soon. */
export const countBatch = 20_000

/**
 * Adds to the counts what payments were created and changed since the last time, at most `countBatch` changes; answers how many
 * there were. Leaves them alone while another process counts.
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
