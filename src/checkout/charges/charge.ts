import type { Card, Charge } from '../../adapters/card-processor.ts'
import { backoffMs } from '../../base/backoff.ts'
import type { MerchantId, PaymentId, SessionId } from '../../base/ids.ts'
import type { Currency } from '../../base/money.ts'
import { day, hour, type Instant, minute, second } from '../../base/times.ts'
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
  /** How often the service has checked it by itself since its state changed. */
  readonly checks: number
}

/** What a charge is found by. */
export type ChargeKey = Pick<SessionCharge, 'merchantId' | 'id'>

/** When a charge is checked, by the database's clock. */
export const chargeTimes = {
  /** How long the processor may take to answer while a customer waits. */
  answerMs: 20 * second,
  /** How long it may take when the service asks by itself. */
  checkMs: 10 * second,
  /** Longer than an answer may take: by then whoever asked has stopped waiting. */
  openMs: 40 * second,
  /** After an answer was lost. */
  lostMs: 2 * second,
  /** How long a customer may take to answer the bank. */
  challengeMs: 10 * minute,
  /** How long a round takes what falls due while other charges are still waited for. */
  roundMs: 20 * second,
  /** Longer than a check takes: what a process that was killed had claimed is then anybody's. */
  leaseMs: minute,
  /** Before the first check of what was written off, or is to be voided. */
  firstCheckMs: 15 * second,
} as const

/** A charge that nobody knows of is ruled out after so many checks, with backoff between them: after a day and a half. */
export const maxChecks = 13

/** The backoff before the next check of a charge, after what the last one brought. */
export const nextCheckMs = {
  /** The processor is still at it, and the customer waits for it. */
  awaited: (checks: number): number => backoffMs(checks, chargeTimes.lostMs, minute),
  /** The customer waits no more. */
  writtenOff: (checks: number): number => backoffMs(checks, 2 * chargeTimes.firstCheckMs, day),
  /** The check itself failed. */
  failed: (checks: number): number => backoffMs(checks, 2 * chargeTimes.lostMs, hour),
} as const

/** The charge as the processor knows it. */
export function processorCharge(charge: SessionCharge): Charge {
  const { id, card, amountMinor, currency } = charge
  return { id, token: card.token, amountMinor, currency, isCustomerPresent: true }
}
