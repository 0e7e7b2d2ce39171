import type { App } from '../../../platform/app/app.ts'
import { countVisits, tryLockVisits } from './store.ts'

const batch = 20_000

/** Adds to the figures of days what customers have done since the last time; answers how much, and 0 where it was all there is. */
export async function countVisitChanges(app: App): Promise<number> {
  const counted = await app.db.eachShard<number>((db) =>
    db.transaction(async (tx) => {
      const [lock] = await tx.run(tryLockVisits, {})
      if (!lock?.locked) return 0
      const [row] = await tx.run(countVisits, { limit: batch })
      return row?.counted === batch ? batch : 0
    }),
  )
  return counted.reduce((sum, one) => sum + one)
}
