import type { MerchantId, PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'

/** `ended`: no agent decided in time, or the merchant has an admin by now. */
export type AdminRequestState = 'waiting' | 'confirmed' | 'withdrawn' | 'ended'

/**
 * An agent's request to invite a merchant's first admin, which another agent confirms (docs/contract/people.md#people).
 */
export interface AdminRequest {
  readonly merchantId: MerchantId
  /** Also the id of the invitation that it becomes. */
  readonly id: string
  /** The address to invite. */
  readonly email: string
  readonly state: AdminRequestState
  readonly requestedBy: { readonly id: PersonId; readonly email: string }
  readonly requestedAt: Instant
  readonly endsAt: Instant
}

/** A waiting request. `isRequesterHere`: whether its agent still works in support; otherwise it cannot be confirmed. */
export interface WaitingAdminRequest extends AdminRequest {
  readonly isRequesterHere: boolean
}
