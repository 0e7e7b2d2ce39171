/** Reports how a call ended, at this time. */
export type EndCall = (isWell: boolean, endedMs: number) => void

/** Stops calls to a failing service for a while. Times are milliseconds of a clock that never steps. */
export interface CircuitBreaker {
  /** Returns the report of one call, which the caller must make; undefined while nobody may call. */
  enter(nowMs: number): EndCall | undefined
}

interface BreakerLimits {
  /** Failures in a row that open the breaker. */
  readonly failures: number
  readonly pauseMs: number
}

/**
 * Returns a closed breaker. After `failures` failures in a row nobody calls for `pauseMs`, then one call is tried: if
 * it fails, another pause follows.
 */
export function newCircuitBreaker({ failures, pauseMs }: BreakerLimits): CircuitBreaker {
  let failedInRow = 0
  let pausedAt: number | undefined
  let isTrying = false
  // Calls that began before a pause say nothing about the service after it.
  let pauses = 0
  return {
    enter(nowMs) {
      if (pausedAt !== undefined) {
        if (isTrying || nowMs < pausedAt + pauseMs) return undefined
        isTrying = true
      }
      const begunIn = pauses
      return (isWell, endedMs) => {
        if (begunIn !== pauses) return
        failedInRow = isWell ? 0 : failedInRow + 1
        if (isWell) pausedAt = undefined
        else if (isTrying || failedInRow >= failures) {
          pausedAt = endedMs
          pauses += 1
        }
        isTrying = false
      }
    },
  }
}
