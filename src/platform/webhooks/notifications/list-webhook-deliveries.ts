import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import * as store from '../store/webhook-deliveries.ts'
import type { DeliveryAttempt, DeliveryState } from './sent-notification.ts'

/** An event, and how its delivery to one webhook stands. */
export interface ListedDelivery {
  readonly notificationId: NotificationId
  readonly paymentId: PaymentId
  readonly disputeId: string | null
  readonly sequence: number
  /** What it says the status is. */
  readonly status: string
  /** By the merchant's clock. */
  readonly createdAt: Instant
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly lastAttempt: DeliveryAttempt | undefined
}

export interface DeliveryFilter {
  /** The last event seen: those before it follow. */
  readonly before?: NotificationId | undefined
  /** Only what did not arrive: it waits for another try, or was given up. */
  readonly onlyFailing: boolean
  readonly limit: number
}

/** So many of a merchant's events are looked at at once. */
const lookBack = 5_000
const answerLength = 200

/**
 * A webhook's deliveries, the newest event first, and after which event to go on, undefined where there is nothing behind it. It looks at
 * 5,000 events of the merchant: where few of them concern the webhook there may be few, or none, and more behind.
 */
export async function listWebhookDeliveries(
  app: App,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { before, onlyFailing, limit }: DeliveryFilter,
): Promise<{ readonly deliveries: readonly ListedDelivery[]; readonly older: NotificationId | undefined }> {
  const from = { merchantId, before: before ?? null, lookBack }
  const rows = await app.db.run(store.listWebhookDeliveries, { ...from, webhookId, onlyFailing, limit, answerLength })
  const deliveries = rows.map(deliveryFrom)
  if (rows.length === limit) return { deliveries, older: rows.at(-1)?.id }
  const [last] = await app.db.run(store.findLastLooked, from)
  return { deliveries, older: last?.id }
}

function deliveryFrom(row: store.ListedDeliveryRow): ListedDelivery {
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
