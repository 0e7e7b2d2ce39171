import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import * as store from '../store/notifications.ts'
import { type CompleteNotification, wholeBody } from './notification.ts'
import { type Notification, notificationFrom } from './sent-notification.ts'

const limit = 200
/** Bodies of so many characters together are shown, and one at least. */
const maxCharacters = 8 * 1024 * 1024

/**
 * The first 200 notifications of a payment, or the merchant's 200 newest, in the order they were made, with every attempt. Fewer
 * where they are so large that they would not fit into one answer.
 */
export async function listNotifications(
  app: App,
  complete: CompleteNotification,
  whose: MerchantMode,
  paymentId: PaymentId | undefined,
): Promise<Notification[]> {
  const { merchantId, isTest } = whose
  const listed =
    paymentId === undefined
      ? (await app.db.run(store.listRecentNotifications, { merchantId, isTest, limit })).toReversed()
      : await app.db.run(store.listPaymentNotifications, { merchantId, isTest, paymentId, limit })
  const shown = await readBodies(app, complete, merchantId, listed)
  if (paymentId === undefined) shown.reverse()
  const notificationIds = shown.map(({ row }) => row.id)
  const deliveryRows = await app.db.run(store.listDeliveriesOf, { merchantId, notificationIds })
  const deliveries = Map.groupBy(deliveryRows, (row) => row.notification_id)
  return shown.map(({ row, body }) => notificationFrom(row, body, deliveries.get(row.id) ?? []))
}

/** Those that come first, as many as are shown, with their whole bodies. */
async function readBodies(
  app: App,
  complete: CompleteNotification,
  merchantId: MerchantId,
  rows: readonly store.NotificationRow[],
): Promise<{ row: store.NotificationRow; body: unknown }[]> {
  const shown: { row: store.NotificationRow; body: unknown }[] = []
  let characters = 0
  for (const row of rows) {
    const body = await wholeBody(app, complete, { ...row, merchant_id: merchantId })
    characters += body.length
    if (characters > maxCharacters && shown.length > 0) break
    shown.push({ row, body: JSON.parse(body) })
  }
  return shown
}
