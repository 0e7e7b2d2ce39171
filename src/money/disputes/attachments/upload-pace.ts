import { second } from '../../../platform/base/times.ts'
import { refusals } from '../refusals.ts'

export interface PaceLimits {
  /** From this age on an upload must have come at this pace, or it is given up. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/** How fast a body comes in. */
export interface UploadPace {
  bytes: number
  /** Rejected when the upload is given up for its slowness. */
  readonly givenUp: Promise<never>
  stop(): void
}

export function watchPace(limits: PaceLimits): UploadPace {
  const startedAt = performance.now()
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => undefined)
  const look = (): void => {
    const ageMs = performance.now() - startedAt
    const expected = (ageMs / second) * limits.bytesPerSecond
    if (ageMs >= limits.graceMs && pace.bytes < expected) givenUp.reject(refusals.badRequest())
  }
  const timer = setInterval(look, Math.min(second, limits.graceMs))
  const pace: UploadPace = { bytes: 0, givenUp: givenUp.promise, stop: () => clearInterval(timer) }
  return pace
}
