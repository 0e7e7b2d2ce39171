import type { App } from '../../app/app.ts'
import type { NotificationId, WebhookId } from '../../base/ids.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import { refusals } from '../refusals.ts'
import * as store from '../store/notifications.ts'
import { type CompleteNotification, wholeBody } from './notification.ts'
import { type Delivery, type Notification, notificationFrom } from './sent-notification.ts'

/** An event with its whole body, and its delivery to one webhook with every attempt. Refuses what was never to be delivered to it. */
export async function getDelivery(
  app: App,
  complete: CompleteNotification,
  { merchantId, isTest }: MerchantMode,
  { webhookId, id }: { readonly webhookId: WebhookId; readonly id: NotificationId },
): Promise<{ readonly notification: Notification; readonly delivery: Delivery }> {
  const [row] = await app.db.run(store.findNotification, { merchantId, isTest, id })
  if (row === undefined) throw refusals.unknownNotification()
  const rows = await app.db.run(store.listDeliveriesOf, { merchantId, notificationIds: [id] })
  const body = JSON.parse(await wholeBody(app, complete, { ...row, merchant_id: merchantId }))
  const ofWebhook = rows.filter(({ webhook_id }) => webhook_id === webhookId)
  const notification = notificationFrom(row, body, ofWebhook)
  const [delivery] = notification.deliveries
  if (delivery === undefined) throw refusals.unknownNotification()
  return { notification, delivery }
}
