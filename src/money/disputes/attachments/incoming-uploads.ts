import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import { refusals } from '../refusals.ts'

/** So many uploads of a merchant may be coming in at a process: until they are judged they lie on its disk or in its memory. */
export const maxIncomingUploads = 20

const incomingByApp = new WeakMap<App, Map<string, number>>()

/** Counts an upload of the merchant's as coming in until the answered function is called. Refuses with 429 more than 20 at once. */
export function enterUpload(app: App, merchantId: MerchantId): () => void {
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
