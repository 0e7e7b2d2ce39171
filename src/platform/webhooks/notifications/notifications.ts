import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import { refusals } from '../refusals.ts'
import * as store from '../store/notifications.ts'
import {
  type CompleteNotification,
  type Delivery,
  type Notification,
  notificationFrom,
  wholeBody,
} from './notification.ts'

const limit = 200
/** The most characters of all bodies in one answer. One body is always in it. */
const maxCharacters = 8 * 1024 * 1024

/**
 * Returns the first 200 notifications of a payment, or the merchant's newest 200, in order of creation, with every
 * attempt. Returns fewer if their bodies are too large for one answer.
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

/** Returns the whole bodies of the first rows that fit into one answer. */
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

/**
 * Returns an event with its whole body, and its delivery to one webhook with every attempt. Refuses an event without
 * such a delivery.
 */
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
