import type { Instant } from '../base/times.ts'

/** Where the time comes from. Each use case reads it once. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }
