import type { App } from '../../app/app.ts'
import { type MerchantId, type NotificationId, nilId, type WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import { refusals } from '../refusals.ts'
import * as store from '../store/notifications.ts'

/**
 * Sends an event again, with the same id and body, to every enabled webhook, or to `only`. Returns the number of
 * webhooks. Refuses an unknown id. `isTest`: events of the other mode are unknown, too.
 */
export async function resendNotification(
  app: App,
  merchantId: MerchantId,
  id: NotificationId,
  isTest: boolean | null = null,
  only: WebhookId | null = null,
): Promise<number> {
  const [row] = await app.db.run(store.resendNotification, { merchantId, id, isTest, only, now: app.clock.now() })
  if (row === undefined) throw refusals.unknownNotification()
  app.deliveriesDue.wake()
  return row.deliveries
}

const batch = 500
const beforeAllIds = nilId

/**
 * Sends all events of the merchant between two instants (inclusive) again, in batches, earliest first, to every enabled
 * webhook. Returns the numbers of events and deliveries.
 */
export async function resendNotifications(
  app: App,
  merchantId: MerchantId,
  from: Instant,
  to: Instant,
): Promise<{ notifications: number; deliveries: number }> {
  const sum = { notifications: 0, deliveries: 0 }
  let after: string | null = beforeAllIds
  while (after !== null) {
    const range = { merchantId, now: app.clock.now(), after, from, to, only: null, limit: batch }
    const rows: Resent[] = await app.db.run(store.resendNotificationRange, range)
    const { notifications, deliveries, last_id } = rows[0] ?? { notifications: 0, deliveries: 0, last_id: null }
    sum.notifications += notifications
    sum.deliveries += deliveries
    after = notifications < batch ? null : last_id
    app.deliveriesDue.wake()
  }
  return sum
}

interface Resent {
  readonly last_id: string | null
  readonly notifications: number
  readonly deliveries: number
}
