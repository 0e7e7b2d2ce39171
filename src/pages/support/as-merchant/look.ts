import type { MerchantId } from '../../../platform/base/ids.ts'
import { hour, type Instant } from '../../../platform/base/times.ts'
import type { Opening } from '../../../platform/people/openings.ts'

/** For so long a merchant is looked at, once a reason was given. */
export const lookMs = hour

/** Seeing a merchant's dashboard as its people do. */
export function lookAt(merchantId: MerchantId): Opening {
  return { what: 'see_as_merchant', onKind: 'merchant', onId: merchantId, merchantId, subject: merchantId }
}

/** Whether one that was begun then is over. */
export function isOver(begunAt: Instant, now: Instant): boolean {
  return now >= begunAt + lookMs
}
