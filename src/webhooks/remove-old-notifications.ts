import type { App } from '../app/app.ts'
import { day } from '../base/times.ts'
import * as store from './store/notifications.ts'

/** Notifications are kept for so long (a setting of the process). */
const keptDays = 90
const batch = 500

/** Removes a batch of the notifications that are older than is kept and over. Answers how many there were. */
export async function removeOldNotifications(app: App, keepDays = keptDays): Promise<number> {
  const [row] = await app.db.run(store.removeOldNotifications, [app.clock.now() - keepDays * day, batch])
  return row?.removed ?? 0
}
