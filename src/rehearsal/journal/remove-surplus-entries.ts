import type { App } from '../../platform/app/app.ts'
import type { Db } from '../../platform/db/db.ts'
import * as store from './store/removal.ts'

/** A merchant's newest are kept, in both modes together. */
const maxEntries = 100_000
const batch = 5_000

/**
 * Removes a batch of the entries of merchants that have too many, the oldest of each. Answers how many there were. It walks over as many
 * entries of every merchant as it may have: not to be done every few seconds.
 */
export async function removeSurplusEntries(app: App, max = maxEntries): Promise<number> {
  const removed = await app.db.eachShard((db) => removeSurplus(db, max))
  return removed.reduce((sum, one) => sum + one)
}

function removeSurplus(db: Db, max: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.run(store.tryLockRemoval, {})
    if (!lock?.locked) return 0
    let removed = 0
    for (const { merchant_id: merchantId, id } of await tx.run(store.listFullJournals, { max })) {
      if (removed >= batch) break
      const [surplus] = await tx.run(store.removeEntriesUpTo, { merchantId, id, limit: batch - removed })
      removed += surplus?.removed ?? 0
    }
    return removed
  })
}
