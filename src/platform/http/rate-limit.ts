import { second } from '../base/times.ts'

/** At most so many in any stretch of time of this length. */
interface RateLimit {
  readonly most: number
  readonly windowMs: number
}

/**
 * The limits for one operation and key (docs/contract/conventions.md#rate-limits): sessions are made of many things, the rest is
 * cheaper.
 */
export function rateLimitOf(operation: string, isTest: boolean): RateLimit {
  if (operation === 'POST /api/v2/checkout') return { most: isTest ? 10 : 200, windowMs: 10 * second }
  return { most: isTest ? 50 : 100, windowMs: second }
}

/**
 * Counts requests exactly: every one that is let through is remembered until its window has passed. Times are milliseconds of a
 * clock that never steps (`clock.elapsedMs()`).
 */
export interface RateLimiter {
  /** Lets the request through and counts it, answering undefined; or answers in how many milliseconds one will be let through. */
  take(who: string, limit: RateLimit, atMs: number): number | undefined
  /** How many are remembered of. */
  readonly size: number
}

/** Idle callers are forgotten at most so often. */
const sweepMs = 10 * second

/** Of so many callers a limiter remembers. When there are more, whoever was let through the longest time ago is forgotten. */
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
    // A map keeps the order of insertion, so the first one is the one that has been idle for longest.
    passed.delete(who)
    passed.set(who, { times, untilMs })
    const [first] = passed.size > most ? passed.keys() : []
    if (first !== undefined) passed.delete(first)
  }
  return {
    take(who, limit, atMs) {
      sweep(atMs)
      const times = passed.get(who)?.times ?? []
      // The oldest come first; those whose window has passed count no longer.
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
