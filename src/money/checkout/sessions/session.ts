import { isReturnAddress } from '../../../platform/base/addresses.ts'
import type { PaymentId, SessionId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Payment } from '../../payments/payment.ts'
import type { RejectionReason } from '../../risk/judge.ts'
import type { MerchantUrls } from './read-checkout.ts'

export type SessionStatus = 'created' | 'rejected' | 'expired' | 'approved'

/** A checkout session of one payment. */
export interface Session {
  readonly id: SessionId
  readonly merchantCode: string
  readonly storeName: string
  readonly storeLogo: string | null
  readonly lang: 'en' | 'ar'
  readonly merchantUrls: MerchantUrls
  readonly token: string | null
  /** The reason of the last decision; null if it approved. */
  readonly rejectionReason: RejectionReason | null
  /** The most that the customer may owe, by the decision port; null without a limit. */
  readonly portLimit: string | null
  /** The payment link that opened the session; null without one. */
  readonly linkId: string | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly payment: Payment
}

/**
 * Returns a session's status, computed from its payment and the time, so that it is never stale. A session expires at
 * its time, although its payment may stay CREATED for a while (docs/contract/checkout.md#session-status).
 */
export function statusOf(session: Session, now: Instant): SessionStatus {
  switch (session.payment.status) {
    case 'REJECTED':
      return 'rejected'
    case 'EXPIRED':
      return 'expired'
    case 'CREATED':
      return now < session.expiresAt ? 'created' : 'expired'
    default:
      return 'approved'
  }
}

/**
 * Returns the merchant's address with `payment_id=<uuid>` appended (docs/contract/payment-page.md#going-back). Returns
 * null without an address, or for one that a browser would run instead of opening.
 */
export function returnUrl(url: string | null, paymentId: PaymentId): string | null {
  if (url === null || !isReturnAddress(url)) return null
  const hash = url.indexOf('#')
  const address = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}payment_id=${paymentId}${fragment}`
}
