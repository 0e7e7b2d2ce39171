import type { App } from '../../app/app.ts'
import { type MerchantId, nilId, type WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import * as store from '../store/notifications.ts'

const batch = 500
const beforeAllIds = nilId

/**
 * Sends all events of the merchant from and to these instants (inclusive) again, in batches, the earliest first: to every webhook, or to the
 * one that is named. Answers how many there were.
 */
export async function resendNotifications(
  app: App,
  merchantId: MerchantId,
  from: Instant,
  to: Instant,
  only: WebhookId | null = null,
): Promise<{ notifications: number; deliveries: number }> {
  const sum = { notifications: 0, deliveries: 0 }
  let after: string | null = beforeAllIds
  while (after !== null) {
    const range = { merchantId, now: app.clock.now(), after, from, to, only, limit: batch }
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
