import { type Instant, second } from '../base/times.ts'

/** At most so many in any stretch of time of this length. */
export interface RateLimit {
  readonly most: number
  readonly windowMs: number
}

/** The limits of decisions section 12 for one operation and key: sessions are made of many things, the rest is cheaper. */
export function rateLimitOf(operation: string, isTest: boolean): RateLimit {
  if (operation === 'POST /api/v2/checkout') return { most: isTest ? 10 : 200, windowMs: 10 * second }
  return { most: isTest ? 50 : 100, windowMs: second }
}

/** Counts requests exactly: every one that is let through is remembered until its window has passed. */
export interface RateLimiter {
  /** Lets the request through and counts it, answering undefined; or answers in how many milliseconds one will be let through. */
  take(who: string, limit: RateLimit, at: Instant): number | undefined
  /** How many are remembered of. */
  readonly size: number
}

/** Idle callers are forgotten at most so often. */
const sweepMs = 10 * second

export function newRateLimiter(): RateLimiter {
  const passed = new Map<string, { times: Instant[]; until: Instant }>()
  let sweptAt = 0
  const sweep = (at: Instant): void => {
    if (at - sweptAt < sweepMs) return
    sweptAt = at
    for (const [who, { until }] of passed) if (until <= at) passed.delete(who)
  }
  return {
    take(who, { most, windowMs }, at) {
      sweep(at)
      const entry = passed.get(who) ?? { times: [], until: 0 }
      const { times } = entry
      // The oldest come first; those whose window has passed count no longer.
      const live = times.findIndex((time) => time > at - windowMs)
      times.splice(0, live === -1 ? times.length : live)
      const oldest = times[0]
      if (times.length >= most && oldest !== undefined) return oldest + windowMs - at
      times.push(at)
      passed.set(who, { times, until: at + windowMs })
      return undefined
    },
    get size() {
      return passed.size
    },
  }
}
