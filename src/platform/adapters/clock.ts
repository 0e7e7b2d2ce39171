import type { Instant } from '../base/times.ts'

/** The clock. Each use case reads it once. */
export interface Clock {
  now(): Instant
  /**
   * Milliseconds since a fixed moment. They never step when the machine's clock is set. For durations in this
   * process.
   */
  elapsedMs(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() }
