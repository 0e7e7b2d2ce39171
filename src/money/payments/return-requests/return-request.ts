import type { MerchantId, PaymentId, PersonId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'

export type ReturnRequestState = 'waiting' | 'confirmed' | 'withdrawn'

/** The agent who requests or decides, as stored. */
export interface Decider {
  readonly id: PersonId
  readonly name: string
}

/** A request of one agent to refund an amount by hand. Another agent confirms it. */
export interface ReturnRequest {
  readonly merchantId: MerchantId
  readonly id: string
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  /** The amount left to refund at the time of the request, in minor units. */
  readonly expectedLeftMinor: bigint
  readonly reason: string
  readonly state: ReturnRequestState
  readonly requestedBy: Decider
  readonly requestedAt: Instant
  /** The agent who confirmed or withdrew it. */
  readonly decidedBy: Decider | undefined
  readonly decidedAt: Instant | null
}
