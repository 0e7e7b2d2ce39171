import type { App } from '../app/app.ts'
import { day } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import { longWork } from '../db/limits.ts'
import * as store from './store/notifications.ts'

const batch = 500

/** Removes a batch of the notifications that are over and older than NOTIFICATION_DAYS. Answers how many there were. */
export async function removeOldNotifications(app: App): Promise<number> {
  const before = app.clock.now() - app.config.notificationDays * day
  const remove = (tx: Tx) => tx.run(store.removeOldNotifications, [before, batch])
  const [row] = await app.db.transaction(remove, longWork.retentionMs)
  return row?.removed ?? 0
}
