import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, WebhookId } from '../../base/ids.ts'
import { refusals } from '../refusals.ts'
import * as store from '../store/notifications.ts'

/**
 * Sends a past event again, with the same id and body, to every webhook that there is now, or to the one that is named. Answers to how
 * many: a disabled one is told nothing. Refuses an id that the merchant does not have; with `isTest` only events of that mode exist.
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
