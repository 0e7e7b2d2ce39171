import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { DeliveryRow, NotificationRow } from '../store/notifications.ts'

/** A notification and its deliveries. */
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
  /** Empty if the webhook is removed. */
  readonly url: string
  readonly state: DeliveryState
  readonly nextAttemptAt: Instant | null
  readonly attempts: readonly DeliveryAttempt[]
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped'

export interface DeliveryAttempt {
  readonly at: Instant
  /** Null without an answer. */
  readonly status: number | null
  readonly durationMs: number
  readonly answer: string
}

/** Returns the notification of a row, with its whole body and these deliveries. */
export function notificationFrom(
  row: NotificationRow,
  body: unknown,
  deliveries: readonly DeliveryRow[],
): Notification {
  return {
    id: row.id,
    family: row.family,
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    sequence: row.sequence,
    body,
    createdAt: row.created_at,
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      webhookId: delivery.webhook_id,
      url: delivery.url ?? '',
      state: delivery.state as DeliveryState,
      nextAttemptAt: delivery.next_attempt_at,
      attempts: delivery.attempts.map(({ at_ms: at, status, duration_ms: durationMs, answer }) => {
        return { at, status, durationMs, answer }
      }),
    })),
  }
}

/** A payment notification whose stored body leaves out parts that the payment's rows have. */
export interface LargeNotification {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  /** The payment's version of the body. */
  readonly paymentVersion: number
  /** JSON, as stored. */
  readonly body: string
}

/** Returns the complete body, the same on every call. The payments room provides it. */
export type CompleteNotification = (app: App, notification: LargeNotification) => Promise<string>

interface StoredBody {
  readonly merchant_id: string
  readonly payment_id: string
  readonly payment_version: number | null
  readonly body: string
}

/** Returns the body as it is sent, the same on every attempt. */
export async function wholeBody(app: App, complete: CompleteNotification, stored: StoredBody): Promise<string> {
  const { merchant_id: merchantId, payment_id: paymentId, payment_version: paymentVersion, body } = stored
  return paymentVersion === null ? body : complete(app, { merchantId, paymentId, paymentVersion, body })
}
