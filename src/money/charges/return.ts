import type { CardRefund, RefundFinding } from '../../platform/adapters/card-processor.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { backoffMs, day, type Instant, minute, second } from '../../platform/base/times.ts'

export type ReturnState = 'waiting' | 'confirmed' | 'failed'

/** Money of a charge that returns to its card. It counts from its insertion; a failed return does not count. */
export interface Return {
  readonly merchantId: MerchantId
  readonly id: string
  readonly paymentId: PaymentId
  readonly chargeId: string
  /** The payment's version that caused it. Returns of one change have the same version. */
  readonly version: number
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly state: ReturnState
  /** By the merchant's clock. */
  readonly createdAt: Instant
  /** The number of checks at the processor. */
  readonly checks: number
}

/** The key of a return. */
export type ReturnKey = Pick<Return, 'merchantId' | 'id'>

/** Returns the sum of returns in minor units, of all charges or of one. Failed returns do not count. */
export function returnedOf(
  returns: readonly { readonly chargeId: string; readonly state: string; readonly amountMinor: bigint }[],
  ofCharge?: string,
): bigint {
  return returns.reduce((sum, { chargeId, state, amountMinor }) => {
    return state === 'failed' || (ofCharge !== undefined && chargeId !== ofCharge) ? sum : sum + amountMinor
  }, 0n)
}

/** Times of a return's checks, by the database's clock. */
export const returnTimes = {
  answerMs: 20 * second,
  /** How long a round takes new due returns while others are in flight. */
  roundMs: 20 * second,
  /** Longer than a check takes: then another process may take over the return of a killed one. */
  leaseMs: minute,
} as const

/**
 * Returns the refund for the processor, to request it or to look it up. A return is never requested a second time
 * without a lookup.
 */
export function processorRefund(sent: Return, reference: string): CardRefund {
  const { id, merchantId, isTest, chargeId, amountMinor, currency, createdAt: at } = sent
  return { id, merchantId, isTest, charge: { id: chargeId, reference }, amountMinor, currency, attempt: 1, at }
}

/** Returns the backoff before the next check, while the refund is pending or the processor does not answer. */
export function nextReturnCheckMs(checks: number): number {
  return backoffMs(checks, 2 * second, day)
}

/** Times of further checks of returns and voids that the processor has confirmed, by the merchant's clock. */
export const laterCheckTimes = {
  everyMs: 3 * day,
  /** A bank that sends money back to the processor does so within this time. */
  forMs: 30 * day,
  /** Longer than a question takes. After it another process may take over from one that was killed. */
  leaseMs: minute,
} as const

/**
 * Returns the time of the next check after this answer, for money refunded at `sentAt`; null: no further check, because
 * the answer is final or the time is over.
 */
export function nextLaterCheckAt(answer: RefundFinding, sentAt: Instant, now: Instant): Instant | null {
  if (answer.kind === 'refunded' && answer.isFinal) return null
  const lastAt = sentAt + laterCheckTimes.forMs
  return now >= lastAt ? null : Math.min(now + laterCheckTimes.everyMs, lastAt)
}
