import type { SessionId } from '../../../platform/base/ids.ts'
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
