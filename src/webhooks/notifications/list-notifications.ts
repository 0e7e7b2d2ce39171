import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import * as store from '../store/notifications.ts'
import { type CompleteNotification, wholeBody } from './notification.ts'

/** What was announced, and how each delivery of it stands. */
export interface Notification {
  readonly id: NotificationId
  readonly family: string
  readonly paymentId: PaymentId
  readonly disputeId: string | null
  readonly sequence: number
  readonly body: unknown
  readonly createdAt: Instant
  readonly deliveries: readonly Delivery[]
}

export interface Delivery {
  readonly id: string
  readonly webhookId: WebhookId
  /** Empty when the webhook is gone. */
  readonly url: string
  readonly state: string
  readonly nextAttemptAt: Instant | null
  readonly attempts: readonly DeliveryAttempt[]
}

export interface DeliveryAttempt {
  readonly at: Instant
  /** Null when no answer came. */
  readonly status: number | null
  readonly durationMs: number
  readonly answer: string
}

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
  whose: { readonly merchantId: MerchantId; readonly isTest: boolean },
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
  return shown.map(({ row, body }) => ({
    id: row.id,
    family: row.family,
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    sequence: row.sequence,
    body,
    createdAt: row.created_at,
    deliveries: (deliveries.get(row.id) ?? []).map((delivery) => ({
      id: delivery.id,
      webhookId: delivery.webhook_id,
      url: delivery.url ?? '',
      state: delivery.state,
      nextAttemptAt: delivery.next_attempt_at,
      attempts: delivery.attempts.map(({ at_ms, status, duration_ms, answer }) => ({
        at: at_ms,
        status,
        durationMs: duration_ms,
        answer,
      })),
    })),
  }))
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
