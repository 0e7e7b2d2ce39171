import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import * as store from '../store/webhook-deliveries.ts'
import type { DeliveryAttempt, DeliveryState } from './notification.ts'

/** An event and the state of its delivery to one webhook. */
export interface WebhookDelivery {
  readonly notificationId: NotificationId
  readonly paymentId: PaymentId
  readonly disputeId: string | null
  readonly sequence: number
  /** The status in the event's body. */
  readonly status: string
  /** By the merchant's clock. */
  readonly createdAt: Instant
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly lastAttempt: DeliveryAttempt | undefined
}

export interface DeliveryFilter {
  /** The last event of the page before. */
  readonly before?: NotificationId | undefined
  /** Lists only deliveries that failed: for good, or with a retry to come. */
  readonly onlyFailing: boolean
  readonly limit: number
}

/** The number of a merchant's events that one call reads. */
const windowSize = 5_000
const answerLength = 200

/**
 * Returns a page of a webhook's deliveries, newest event first, and the event after which the next page begins;
 * undefined at the end. It reads 5,000 events of the merchant. If few of them are for the webhook, a page may have
 * few deliveries or none, and more may follow.
 */
export async function listWebhookDeliveries(
  app: App,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { before, onlyFailing, limit }: DeliveryFilter,
): Promise<{ readonly deliveries: readonly WebhookDelivery[]; readonly older: NotificationId | undefined }> {
  const from = { merchantId, before: before ?? null, windowSize }
  const rows = await app.db.run(store.listWebhookDeliveries, { ...from, webhookId, onlyFailing, limit, answerLength })
  const deliveries = rows.map(deliveryFrom)
  if (rows.length === limit) return { deliveries, older: rows.at(-1)?.id }
  const [last] = await app.db.run(store.findLastExamined, from)
  return { deliveries, older: last?.id }
}

function deliveryFrom(row: store.WebhookDeliveryRow): WebhookDelivery {
  const { attempted_at: at, answered: status, duration_ms: durationMs, answer } = row
  return {
    notificationId: row.id,
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    sequence: row.sequence,
    status: row.status ?? '',
    createdAt: row.created_at,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastAttempt: at === null ? undefined : { at, status, durationMs: durationMs ?? 0, answer: answer ?? '' },
  }
}
