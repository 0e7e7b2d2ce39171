import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { day } from '../../platform/base/times.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { followChanges } from './journals.ts'
import * as store from './store/removal.ts'

/** Removes the merchant's journal of this mode. The next journal has a new name, so earlier cursors are unknown. */
export async function removeJournal(tx: Tx, merchantId: MerchantId, isTest: boolean): Promise<void> {
  await tx.run(store.removeEntries, { merchantId, isTest })
  await tx.run(store.removeJournalRow, { merchantId, isTest })
}

const removalBatch = 5_000

/** Stops journalling changes and removes the journals of all merchants. Returns whether there was a journal. */
export async function leaveJournals(app: App): Promise<boolean> {
  const wereFollowed = await followChanges(app, false)
  let removed = 0
  for (let last = removalBatch; last === removalBatch; removed += last) {
    const [row] = await app.db.run(store.removeSomeEntries, { limit: removalBatch })
    last = row?.removed ?? 0
  }
  await app.db.run(store.removeJournals, {})
  return wereFollowed || removed > 0
}

/** Removes a batch of entries older than JOURNAL_DAYS, of all merchants. Returns the number of removed entries. */
export async function removeOldEntries(app: App): Promise<number> {
  const before = app.clock.now() - app.config.journalDays * day
  const removed = await app.db.eachShard((db) =>
    db.transaction(async (tx) => {
      const [lock] = await tx.run(store.tryLockRemoval, {})
      if (!lock?.locked) return 0
      const [old] = await tx.run(store.removeEntriesBefore, { before, limit: removalBatch })
      return old?.removed ?? 0
    }),
  )
  return removed.reduce((sum, one) => sum + one)
}

/** Entries kept per merchant, both modes together; the newest stay. */
const maxEntries = 100_000

/**
 * Removes a batch of entries of merchants that have more than `max`, oldest first. Returns the number of removed
 * entries. The statement scans up to `max` entries of every merchant, so it must not run every few seconds.
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
      if (removed >= removalBatch) break
      const [surplus] = await tx.run(store.removeEntriesUpTo, { merchantId, id, limit: removalBatch - removed })
      removed += surplus?.removed ?? 0
    }
    return removed
  })
}
