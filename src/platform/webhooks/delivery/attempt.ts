import type { OutboundResult } from '../../adapters/outbound.ts'
import { day, hour, type Instant, second } from '../../base/times.ts'
import type { DisabledReason } from '../webhook.ts'

/** What is known of a delivery and of its webhook when an attempt has ended. */
export interface Attempted {
  /** How many attempts have been made since it was last sent, this one not counted. */
  readonly attemptsBefore: number
  readonly endedAt: Instant
  /** Since when every attempt at this webhook has failed; null while the last one succeeded. */
  readonly failingSince: Instant | null
  /** The delay before each retry; there are as many retries. */
  readonly retrySeconds: readonly number[]
}

export interface Verdict {
  readonly state: 'delivered' | 'waiting' | 'failed'
  /** When it is attempted again; null when it is over. */
  readonly nextAttemptAt: Instant | null
  /** What the attempt says of the webhook; the last two disable it, and say why. */
  readonly webhook: 'healthy' | 'failing' | Exclude<DisabledReason, 'by_hand'>
}

/** A webhook that has failed for so long is disabled (docs/contract/notifications.md#disabled-webhooks). */
const maxFailureMs = 5 * day
/** A receiver may defer a retry, but not for longer than this. */
const maxDeferralMs = hour

/**
 * What follows from an attempt: exactly 200 delivers; anything else is retried after the next delay of the list, or later when
 * the receiver asks for it, until the list is used up. 410 disables the webhook at once, five days without a success do when a
 * delivery has failed for good (docs/contract/notifications.md#retries).
 */
export function judgeAttempt(result: OutboundResult, attempted: Attempted): Verdict {
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

/** The delay that a Retry-After header asks for, in milliseconds: seconds or a date; 0 when it is absent, past or malformed. */
export function readRetryAfterMs(text: string | undefined, at: Instant): number {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * second
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, until - at)
}
