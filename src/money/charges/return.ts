import type { CardRefund, RefundFinding } from '../../platform/adapters/card-processor.ts'
import { backoffMs, day, type Instant, minute, second } from '../../platform/base/times.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'

export type ReturnState = 'waiting' | 'confirmed' | 'failed'

/** Money of a charge that goes back to its card. It counts from the moment it is written down; a failed one no longer does. */
export interface Return {
  readonly merchantId: MerchantId
  readonly id: string
  readonly paymentId: PaymentId
  readonly chargeId: string
  /** The payment's version that made it due: what goes back together has the same. */
  readonly version: number
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly state: ReturnState
  /** By the merchant's clock. */
  readonly createdAt: Instant
  /** How often the service has asked the processor about it. */
  readonly checks: number
}

/** What a return is found by. */
export type ReturnKey = Pick<Return, 'merchantId' | 'id'>

/** What went back, or is on its way, in minor units: of all, or of one charge. What failed does not count. */
export function returnedOf(
  returns: readonly { readonly chargeId: string; readonly state: string; readonly amountMinor: bigint }[],
  ofCharge?: string,
): bigint {
  return returns.reduce((sum, { chargeId, state, amountMinor }) => {
    return state === 'failed' || (ofCharge !== undefined && chargeId !== ofCharge) ? sum : sum + amountMinor
  }, 0n)
}

/** When a return is looked after, by the database's clock. */
export const returnTimes = {
  answerMs: 20 * second,
  /** How long a round takes what falls due while others are still waited for. */
  roundMs: 20 * second,
  /** Longer than asking takes: what a process that was killed had claimed is then anybody's. */
  leaseMs: minute,
} as const

/** The return as the processor is asked for it, or about it. It is never sent a second time by itself. */
export function processorRefund(sent: Return, reference: string): CardRefund {
  const { id, merchantId, isTest, chargeId, amountMinor, currency, createdAt: at } = sent
  return { id, merchantId, isTest, charge: { id: chargeId, reference }, amountMinor, currency, attempt: 1, at }
}

/** The backoff before the next question, while the processor is at it or does not answer: it is asked until it is known. */
export function nextReturnCheckMs(checks: number): number {
  return backoffMs(checks, 2 * second, day)
}

/** When the processor is asked again about money that it reported as sent back, by the merchant's clock. */
export const laterCheckTimes = {
  everyMs: 3 * day,
  /** A bank that sends money back to the processor does so within this time. */
  forMs: 30 * day,
  /** Longer than a question takes. After it another process may take over from one that was killed. */
  leaseMs: minute,
} as const

/** Returns when to ask again after this answer about money that was sent back at `sentAt`; null: never, as the answer is final or too late. */
export function nextLaterCheckAt(answer: RefundFinding, sentAt: Instant, now: Instant): Instant | null {
  if (answer.kind === 'refunded' && answer.isFinal) return null
  const lastAt = sentAt + laterCheckTimes.forMs
  return now >= lastAt ? null : Math.min(now + laterCheckTimes.everyMs, lastAt)
}
