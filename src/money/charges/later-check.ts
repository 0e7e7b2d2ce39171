import type { RefundFinding } from '../../platform/adapters/card-processor.ts'
import { day, type Instant, minute } from '../../platform/base/times.ts'

/** When the processor is asked again about money that it reported as sent back, by the merchant's clock. */
export const laterCheckTimes = {
  everyMs: 3 * day,
  /** A bank that sends money back to the processor does so within this time. */
  forMs: 30 * day,
  /** Longer than a question takes. After it another process may take over from one that was killed. */
  leaseMs: minute,
} as const

/** Returns when to ask again after this answer about money that was sent back at `sentAt`; null: never, as the answer is final or too late. */
export function nextLaterCheckAt(answer: RefundFinding, sentAt: Instant, now: Instant): Instant | null {
  if (answer.kind === 'refunded' && answer.isFinal) return null
  const lastAt = sentAt + laterCheckTimes.forMs
  return now >= lastAt ? null : Math.min(now + laterCheckTimes.everyMs, lastAt)
}
