import type { App } from '../../app/app.ts'
import { firstIdOf } from '../../base/ids.ts'
import { day, type Instant } from '../../base/times.ts'
import type { Db } from '../../db/db.ts'
import { longWork } from '../../db/limits.ts'
import * as store from '../store/notifications.ts'

const batch = 500

/**
 * Removes a batch of finished notifications that are older than NOTIFICATION_DAYS, by their own time and by their
 * creation. Returns the number removed.
 */
export async function removeOldNotifications(app: App): Promise<number> {
  const before = app.clock.now() - app.config.notificationDays * day
  const removed = await app.db.eachShard((db) => removeBefore(db, before))
  return removed.reduce((sum, one) => sum + one)
}

function removeBefore(db: Db, before: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    const old = await tx.run(store.listOldNotifications, { before, beforeId: firstIdOf(before), limit: batch })
    let count = 0
    for (const [merchantId, rows] of Map.groupBy(old, (row) => row.merchant_id)) {
      const [row] = await tx.run(store.removeNotifications, { merchantId, ids: rows.map(({ id }) => id) })
      count += row?.removed ?? 0
    }
    return count
  }, longWork.retentionMs)
}
