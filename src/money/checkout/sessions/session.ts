import { isReturnAddress } from '../../../platform/base/addresses.ts'
import type { PaymentId, SessionId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Payment } from '../../payments/payment.ts'
import type { RejectionReason } from '../../risk/judge.ts'
import type { MerchantUrls } from './read-checkout.ts'

export type SessionStatus = 'created' | 'rejected' | 'expired' | 'approved'

/** A customer's way through the checkout of one payment. */
export interface Session {
  readonly id: SessionId
  readonly merchantCode: string
  readonly storeName: string
  readonly storeLogo: string | null
  readonly lang: 'en' | 'ar'
  readonly merchantUrls: MerchantUrls
  readonly token: string | null
  /** Why pre-scoring refused; null when it did not. */
  readonly rejectionReason: RejectionReason | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly payment: Payment
}

/**
 * A session's status. It is not stored but follows from its payment and the time, so that it can never be stale: a session has
 * expired when its time is over, although its payment may still be CREATED for a while
 * (docs/contract/checkout.md#session-status).
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
 * The merchant's own address with `payment_id=<uuid>` appended, and nothing else changed
 * (docs/contract/payment-page.md#going-back); null where the merchant gave none, or one that a browser would run instead of
 * opening.
 */
export function returnUrl(url: string | null, paymentId: PaymentId): string | null {
  if (url === null || !isReturnAddress(url)) return null
  const hash = url.indexOf('#')
  const address = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}payment_id=${paymentId}${fragment}`
}
