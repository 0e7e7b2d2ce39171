import type { App } from '../app/app.ts'
import { day } from '../base/times.ts'
import * as store from './store/notifications.ts'

const batch = 500

/** Removes a batch of the notifications that are over and older than NOTIFICATION_DAYS. Answers how many there were. */
export async function removeOldNotifications(app: App): Promise<number> {
  const before = app.clock.now() - app.config.notificationDays * day
  const [row] = await app.db.run(store.removeOldNotifications, [before, batch])
  return row?.removed ?? 0
}
