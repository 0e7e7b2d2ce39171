import type { MerchantId, PaymentId, SessionId } from '../base/ids.ts'
import type { Currency } from '../base/money.ts'
import { type Instant, minute, second } from '../base/times.ts'
import type { Card, Charge } from '../effects/card-processor.ts'
import type { ChargeState } from './states.ts'

/** What the service asked the processor for a session. */
export interface SessionCharge {
  readonly merchantId: MerchantId
  readonly id: string
  readonly sessionId: SessionId
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly state: ChargeState
  /** The phone that the customer proved to have; empty when none. */
  readonly phone: string
  readonly card: Card
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly createdAt: Instant
}

/** When a charge is looked at again, by the system's clock. */
export const chargeTimes = {
  /** How long the processor may take to answer. */
  answerMs: 20 * second,
  /** Longer than that: by then whoever asked has stopped waiting. */
  openMs: 40 * second,
  /** After an answer was lost. */
  lostMs: 2 * second,
  /** How long a customer may take to answer the bank. */
  challengeMs: 10 * minute,
  /** Between two looks while the processor says nothing. */
  againMs: 15 * second,
} as const

/** The charge as the processor knows it. */
export function processorCharge(charge: SessionCharge): Charge {
  const { id, card, amountMinor, currency } = charge
  return { id, token: card.token, amountMinor, currency, isCustomerPresent: true }
}
