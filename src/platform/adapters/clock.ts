import type { Instant } from '../base/times.ts'

/** Where the time comes from. Each use case reads it once. */
export interface Clock {
  now(): Instant
  /** Milliseconds since some moment. They never step, whoever sets the machine's clock: for what is measured in this process. */
  elapsedMs(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() }
