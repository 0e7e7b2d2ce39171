import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import { second } from '../../../platform/base/times.ts'
import { refusals } from '../refusals.ts'

/** The most uploads of a merchant at once in one process. Until they are checked, they use its disk or memory. */
export const maxIncomingUploads = 20

const incomingByApp = new WeakMap<App, Map<string, number>>()

/** Counts an upload of the merchant until the returned function is called. Refuses more than 20 at once with 429. */
export function countUpload(app: App, merchantId: MerchantId): () => void {
  const incoming = incomingByApp.get(app) ?? new Map<string, number>()
  incomingByApp.set(app, incoming)
  const before = incoming.get(merchantId) ?? 0
  if (before >= maxIncomingUploads) throw refusals.tooManyUploads()
  incoming.set(merchantId, before + 1)
  return () => {
    const left = (incoming.get(merchantId) ?? 1) - 1
    if (left > 0) incoming.set(merchantId, left)
    else incoming.delete(merchantId)
  }
}

export interface PaceLimits {
  /** An upload of this age that is slower than `bytesPerSecond` is given up. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/** The pace of an incoming body. The caller adds its bytes. */
export interface UploadPace {
  bytes: number
  /** Rejects when the upload is too slow. */
  readonly givenUp: Promise<never>
  stop(): void
}

export function watchPace(limits: PaceLimits): UploadPace {
  const startedAt = performance.now()
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => undefined)
  const check = (): void => {
    const ageMs = performance.now() - startedAt
    const expected = (ageMs / second) * limits.bytesPerSecond
    if (ageMs >= limits.graceMs && pace.bytes < expected) givenUp.reject(refusals.badRequest())
  }
  const timer = setInterval(check, Math.min(second, limits.graceMs))
  const pace: UploadPace = { bytes: 0, givenUp: givenUp.promise, stop: () => clearInterval(timer) }
  return pace
}
