import type { App } from '../app/app.ts'
import type { MerchantId, NotificationId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { refusals } from './refusals.ts'
import * as store from './store/notifications.ts'

const batch = 500
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

/**
 * Sends a past event again, with the same id and body, to every webhook that there is now. Answers to how many. Refuses an id
 * that the merchant does not have; with `isTest` only events of that mode exist.
 */
export async function resendNotification(
  app: App,
  merchantId: MerchantId,
  id: NotificationId,
  isTest: boolean | null = null,
): Promise<number> {
  const [row] = await app.db.run(store.resendNotification, [merchantId, app.clock.now(), id, isTest])
  if (row === undefined) throw refusals.unknownNotification()
  app.deliveriesDue.wake()
  return row.deliveries
}

/** Sends all events of the merchant from and to these instants (inclusive) again, in batches. Answers how many there were. */
export async function resendNotifications(
  app: App,
  merchantId: MerchantId,
  from: Instant,
  to: Instant,
): Promise<{ notifications: number; deliveries: number }> {
  const sum = { notifications: 0, deliveries: 0 }
  let after: string | null = beforeAllIds
  while (after !== null) {
    const rows: { last_id: string | null; notifications: number; deliveries: number }[] = await app.db.run(
      store.resendNotificationRange,
      [merchantId, app.clock.now(), after, from, to, batch],
    )
    const { notifications, deliveries, last_id } = rows[0] ?? { notifications: 0, deliveries: 0, last_id: null }
    sum.notifications += notifications
    sum.deliveries += deliveries
    after = notifications < batch ? null : last_id
    app.deliveriesDue.wake()
  }
  return sum
}
