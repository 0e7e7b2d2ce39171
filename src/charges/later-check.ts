import { day, type Instant, minute } from '../base/times.ts'

/** When the processor is asked again about money that it said it has sent back, by the merchant's clock. */
export const laterCheckTimes = {
  everyMs: 3 * day,
  /** A bank that sends money back to the processor does so within this time. */
  forMs: 30 * day,
  /** Longer than asking takes: what a process that was killed had claimed is then anybody's. */
  leaseMs: minute,
} as const

/** Returns when to ask next about money that was sent back at `sentAt`; null: no more. */
export function nextLaterCheckAt(sentAt: Instant, now: Instant): Instant | null {
  const lastAt = sentAt + laterCheckTimes.forMs
  return now >= lastAt ? null : Math.min(now + laterCheckTimes.everyMs, lastAt)
}
