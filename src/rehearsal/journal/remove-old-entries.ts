import type { App } from '../../platform/app/app.ts'
import { day } from '../../platform/base/times.ts'
import * as store from './store/removal.ts'

const batch = 5_000

/** Removes a batch of the entries that are older than JOURNAL_DAYS, whosever they are. Answers how many there were. */
export async function removeOldEntries(app: App): Promise<number> {
  const before = app.clock.now() - app.config.journalDays * day
  const removed = await app.db.eachShard((db) =>
    db.transaction(async (tx) => {
      const [lock] = await tx.run(store.tryLockRemoval, {})
      if (!lock?.locked) return 0
      const [old] = await tx.run(store.removeEntriesBefore, { before, limit: batch })
      return old?.removed ?? 0
    }),
  )
  return removed.reduce((sum, one) => sum + one)
}
