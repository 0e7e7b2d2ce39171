import type { MerchantId, PaymentId, PersonId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'

export type ReturnRequestState = 'waiting' | 'confirmed' | 'withdrawn'

/** Somebody who decides, as it is written down. */
export interface Decider {
  readonly id: PersonId
  readonly name: string
}

/** Money of a payment that one person wants to give back by hand, and that another confirms. */
export interface ReturnRequest {
  readonly merchantId: MerchantId
  readonly id: string
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  /** How much was left to refund when it was asked for, in minor units. */
  readonly seenMinor: bigint
  readonly reason: string
  readonly state: ReturnRequestState
  readonly askedBy: Decider
  readonly askedAt: Instant
  /** Who confirmed it or took it back. */
  readonly decidedBy: Decider | undefined
  readonly decidedAt: Instant | null
}
