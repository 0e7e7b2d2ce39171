import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { ReturnState } from './return.ts'
import type { ChargeState } from './states.ts'

export const movementTypes = ['charge', 'refund'] as const
/** A movement at a processor: it charges a card, or refunds one. */
export type MovementType = (typeof movementTypes)[number]

/** Whether the processor has moved money, as far as the service knows. `unsettled`: it is checked until it is known. */
export type Belief = 'moved' | 'unsettled' | 'not_moved'

/** The expected movement for one id at the processor: of a charge, or of a return. */
export interface MovementRecord {
  readonly of: 'charge' | 'return'
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly id: string
  readonly state: ChargeState | ReturnState
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly believed: Readonly<Record<MovementType, Belief>>
  /** The processor moved nothing before this time. By the merchant's clock, as is `knownAt`. */
  readonly requestedAt: Instant
  /**
   * The processor moved nothing after this time; null if unknown: not settled, or settled before this time was stored.
   */
  readonly knownAt: Instant | null
}

/** The expected movements of a charge in each state. A void is a refund by the charge's own id. */
export const believedOfCharge: Readonly<Record<ChargeState, Readonly<Record<MovementType, Belief>>>> = {
  open: { charge: 'unsettled', refund: 'not_moved' },
  challenged: { charge: 'unsettled', refund: 'not_moved' },
  approved: { charge: 'moved', refund: 'not_moved' },
  declined: { charge: 'not_moved', refund: 'not_moved' },
  written_off: { charge: 'unsettled', refund: 'not_moved' },
  to_void: { charge: 'moved', refund: 'unsettled' },
  voided: { charge: 'moved', refund: 'moved' },
}

export const believedOfReturn: Readonly<Record<ReturnState, Readonly<Record<MovementType, Belief>>>> = {
  waiting: { charge: 'not_moved', refund: 'unsettled' },
  confirmed: { charge: 'not_moved', refund: 'moved' },
  failed: { charge: 'not_moved', refund: 'not_moved' },
}
