import { second } from '../base/times.ts'

/** The most requests in any window of this length. */
interface RateLimit {
  readonly most: number
  readonly windowMs: number
}

/**
 * Returns the limit of one operation and key (docs/contract/conventions.md#rate-limits). It is lower for creating
 * sessions, which cost most.
 */
export function rateLimitOf(operation: string, isTest: boolean): RateLimit {
  if (operation === 'POST /api/v2/checkout') return { most: isTest ? 10 : 200, windowMs: 10 * second }
  return { most: isTest ? 50 : 100, windowMs: second }
}

/**
 * Counts requests exactly: remembers every allowed request until its window has passed. Times are milliseconds of a
 * clock that never steps (`clock.elapsedMs()`).
 */
export interface RateLimiter {
  /** Counts the request and returns undefined, or returns the milliseconds until the next request is allowed. */
  take(who: string, limit: RateLimit, atMs: number): number | undefined
  /** The number of remembered callers. */
  readonly size: number
}

/** The least time between two removals of idle callers. */
const sweepMs = 10 * second

/** The most callers that a limiter remembers. Above it the longest idle caller is forgotten. */
export const maxCallers = 10_000

export function newRateLimiter(most = maxCallers): RateLimiter {
  const passed = new Map<string, { times: number[]; untilMs: number }>()
  let sweptAtMs = Number.NEGATIVE_INFINITY
  const sweep = (atMs: number): void => {
    if (atMs - sweptAtMs < sweepMs) return
    sweptAtMs = atMs
    for (const [who, { untilMs }] of passed) if (untilMs <= atMs) passed.delete(who)
  }
  const remember = (who: string, times: number[], untilMs: number): void => {
    // A map keeps the order of insertion, so its first entry is the longest idle one.
    passed.delete(who)
    passed.set(who, { times, untilMs })
    const [first] = passed.size > most ? passed.keys() : []
    if (first !== undefined) passed.delete(first)
  }
  return {
    take(who, limit, atMs) {
      sweep(atMs)
      const times = passed.get(who)?.times ?? []
      // Times are in order: drops those whose window has passed.
      const live = times.findIndex((time) => time > atMs - limit.windowMs)
      times.splice(0, live === -1 ? times.length : live)
      const oldest = times[0]
      if (times.length >= limit.most && oldest !== undefined) return oldest + limit.windowMs - atMs
      times.push(atMs)
      remember(who, times, atMs + limit.windowMs)
      return undefined
    },
    get size() {
      return passed.size
    },
  }
}
