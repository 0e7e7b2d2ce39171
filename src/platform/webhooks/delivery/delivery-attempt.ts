import type { OutboundRequest, OutboundResult } from '../../adapters/outbound.ts'
import type { DisputeId, MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { ClaimedRow } from '../store/deliveries.ts'

/** One attempt to tell one webhook of one event, and what came of it, for who watches the dispatcher. */
export interface DeliveryAttempt {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly notificationId: NotificationId
  readonly webhookId: WebhookId
  readonly paymentId: PaymentId
  /** Null where it tells of the payment itself. */
  readonly disputeId: DisputeId | null
  /** From 1. */
  readonly number: number
  readonly startedAt: Instant
  /** As it was sent, secrets included. */
  readonly request: OutboundRequest
  readonly result: OutboundResult
}

/** The attempt at a claimed delivery that was sent like this. */
export function attemptOf(
  row: ClaimedRow,
  sent: Pick<DeliveryAttempt, 'startedAt' | 'request' | 'result'>,
): DeliveryAttempt {
  return {
    merchantId: row.merchant_id,
    isTest: row.is_test,
    notificationId: row.notification_id,
    webhookId: row.webhook_id,
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    number: row.attempts + 1,
    ...sent,
  }
}
