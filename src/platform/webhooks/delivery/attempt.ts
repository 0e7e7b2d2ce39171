import type { OutboundRequest, OutboundResult } from '../../adapters/outbound.ts'
import type { DisputeId, MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import { day, hour, type Instant, second } from '../../base/times.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import type { DisabledReason } from '../webhook.ts'

/** The state of a delivery and of its webhook when an attempt has ended. */
export interface AttemptState {
  /** The number of attempts since the event was sent or resent, without this one. */
  readonly attemptsBefore: number
  readonly endedAt: Instant
  /** Since when every attempt at this webhook has failed; null if the last one succeeded. */
  readonly failingSince: Instant | null
  /** The delay before each retry. The list's length is the number of retries. */
  readonly retrySeconds: readonly number[]
}

/** The consequence of an attempt. */
export interface Verdict {
  readonly state: 'delivered' | 'waiting' | 'failed'
  /** The time of the next attempt; null if there is none. */
  readonly nextAttemptAt: Instant | null
  /** The new state of the webhook. All but the first two disable it. */
  readonly webhook: 'healthy' | 'failing' | Exclude<DisabledReason, 'by_hand'>
}

/** After this time without a success a webhook is disabled (docs/contract/notifications.md#disabled-webhooks). */
const maxFailureMs = 5 * day
/** The longest deferral of a retry by a receiver's Retry-After. A longer one counts as this. */
const maxDeferralMs = hour

/**
 * Returns the consequence of an attempt. Only status 200 delivers. Any other result is retried after the next delay
 * of the list, or later, by at most an hour, if the receiver asks for it, until the list is used up. 410 disables the webhook at once. A
 * delivery that fails for good after five days without a success disables it, too
 * (docs/contract/notifications.md#retries).
 */
export function judgeAttempt(result: OutboundResult, attempted: AttemptState): Verdict {
  if (result.kind === 'answered' && result.status === 200) {
    return { state: 'delivered', nextAttemptAt: null, webhook: 'healthy' }
  }
  if (result.kind === 'answered' && result.status === 410) {
    return { state: 'failed', nextAttemptAt: null, webhook: 'gone' }
  }
  const delaySeconds = attempted.retrySeconds[attempted.attemptsBefore]
  if (delaySeconds === undefined) {
    const failingSince = attempted.failingSince ?? attempted.endedAt
    const isLost = attempted.endedAt - failingSince >= maxFailureMs
    return { state: 'failed', nextAttemptAt: null, webhook: isLost ? 'given_up' : 'failing' }
  }
  const retryAfterMs = result.kind === 'answered' ? readRetryAfterMs(result.retryAfter, attempted.endedAt) : 0
  const delayMs = Math.max(delaySeconds * second, Math.min(retryAfterMs, maxDeferralMs))
  return { state: 'waiting', nextAttemptAt: attempted.endedAt + delayMs, webhook: 'failing' }
}

/**
 * Returns the delay of a Retry-After header (seconds or a date) in milliseconds; 0 if it is absent, past or
 * malformed.
 */
export function readRetryAfterMs(text: string | undefined, at: Instant): number {
  if (text === undefined) return 0
  if (/^\d+$/.test(text.trim())) return Number(text) * second
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, until - at)
}

/** One attempt to deliver an event to a webhook, and its result, for watchers of the dispatcher. */
export interface DeliveryAttempt {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly notificationId: NotificationId
  readonly webhookId: WebhookId
  readonly paymentId: PaymentId
  /** Null for events of the payment itself. */
  readonly disputeId: DisputeId | null
  /** From 1. */
  readonly number: number
  readonly startedAt: Instant
  /** The sent request, secrets included. */
  readonly request: OutboundRequest
  readonly result: OutboundResult
}

/** Returns the attempt at a claimed delivery, with the request as it was sent. */
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
