import type { Store } from '../merchants/merchant.ts'

export type RejectionReason = 'not_available' | 'order_amount_too_high' | 'order_amount_too_low'

interface Applicant {
  readonly amountMinor: bigint
  /** As the shop sent it. */
  readonly phone: string
  readonly isTest: boolean
}

/**
 * Whether a customer may pay in instalments, judged before the page opens: null, or why not. With test keys the phone decides: a
 * number that ends in 0002 is refused (docs/contract/checkout.md#pre-scoring).
 */
export function prescore(applicant: Applicant, store: Store): RejectionReason | null {
  if (applicant.amountMinor > store.largestOrderMinor) return 'order_amount_too_high'
  if (applicant.amountMinor < store.smallestOrderMinor) return 'order_amount_too_low'
  if (applicant.isTest && applicant.phone.replace(/\D/g, '').endsWith('0002')) return 'not_available'
  return null
}
