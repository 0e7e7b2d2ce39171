import type {
  Card,
  CardRefund,
  Charge as ChargeRequest,
  DeclineReason,
  DeclineRetry,
} from '../../platform/adapters/card-processor.ts'
import { type MerchantId, newOrderedId, type PaymentId, type SessionId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import { backoffMs, day, hour, type Instant, minute, second } from '../../platform/base/times.ts'
import type { ChargeState } from './states.ts'

/** `first`: at checkout. `scheduled`: by the service, when something is due. `early`: a later part by the customer. */
export const chargeKinds = ['first', 'scheduled', 'early'] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** What the service asked the processor for, of one payment. */
export interface Charge {
  readonly merchantId: MerchantId
  readonly id: string
  readonly paymentId: PaymentId
  /** The checkout session of a first charge; null where the sandbox authorized without the page, and of later ones. */
  readonly sessionId: SessionId | null
  readonly kind: ChargeKind
  readonly isTest: boolean
  readonly state: ChargeState
  /** The phone that the customer proved to have; empty when none. */
  readonly phone: string
  readonly card: Card
  readonly currency: Currency
  readonly amountMinor: bigint
  /** What the processor calls it, and what the card's network called the first charge of the payment; empty while unknown. */
  readonly reference: string
  readonly networkReference: string
  /** The SHA-256 of the cookie of the browser in which the customer paid; null for a charge without a browser. */
  readonly browserHash: Buffer | null
  /** Where the bank wants to see the customer; null where our own page stands in for it. */
  readonly challengeAddress: string | null
  readonly declineReason: DeclineReason | null
  readonly declineRetry: DeclineRetry | null
  /** By the merchant's clock, as is `settledAt`: when it was charged or declined. */
  readonly createdAt: Instant
  readonly settledAt: Instant | null
  /** How often the service has checked it by itself since its state changed. */
  readonly checks: number
  /** The number of the current attempt to void the charge, from 1. */
  readonly voidAttempt: number
}

/** What a charge is found by. */
export type ChargeKey = Pick<Charge, 'merchantId' | 'id'>

type NewCharge = Partial<Pick<Charge, 'browserHash'>> &
  Omit<
    Charge,
    | 'id'
    | 'browserHash'
    | 'state'
    | 'reference'
    | 'challengeAddress'
    | 'declineReason'
    | 'declineRetry'
    | 'settledAt'
    | 'checks'
    | 'voidAttempt'
  >

/** A charge that nobody has been asked for yet. */
export function newCharge(charge: NewCharge): Charge {
  return {
    browserHash: null,
    ...charge,
    id: newOrderedId(),
    state: 'open',
    reference: '',
    challengeAddress: null,
    declineReason: null,
    declineRetry: null,
    settledAt: null,
    checks: 0,
    voidAttempt: 1,
  }
}

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

/** The most attempts of a void, with backoff between them: they take four weeks. */
export const maxVoidAttempts = 30

/** Returns the pause in milliseconds between this failed attempt of a void and the next; null after the last one. */
export function nextVoidAttemptMs(attempt: number): number | null {
  return attempt < maxVoidAttempts ? backoffMs(attempt, hour, day) : null
}

/** The backoff before the next check of a charge, after what the last one brought. */
export const nextCheckMs = {
  /** The processor is still at it, and the customer waits for it. */
  awaited: (checks: number): number => backoffMs(checks, chargeTimes.lostMs, minute),
  /** The customer waits no more. */
  writtenOff: (checks: number): number => backoffMs(checks, 2 * chargeTimes.firstCheckMs, day),
  /** The check itself failed. */
  failed: (checks: number): number => backoffMs(checks, 2 * chargeTimes.lostMs, hour),
} as const

/** Returns the refund that voids a charge: all of the charge, by the charge's own id. */
export function voidRefund(charge: Charge): CardRefund {
  const { id, merchantId, isTest, reference, amountMinor, currency, voidAttempt: attempt, createdAt: at } = charge
  return { id, merchantId, isTest, charge: { id, reference }, amountMinor, currency, attempt, at }
}

/** The charge as the processor is asked for it. `returnUrl`: where the bank sends a customer back to. */
export function processorCharge(charge: Charge, returnUrl = ''): ChargeRequest {
  const { id, merchantId, isTest, card, amountMinor, currency, paymentId, kind, networkReference, reference } = charge
  return {
    id,
    merchantId,
    isTest,
    token: card.token,
    amountMinor,
    currency,
    initiator: kind === 'scheduled' ? 'merchant' : 'customer',
    agreement: { id: paymentId, isFirst: kind === 'first', networkReference },
    reference,
    returnUrl,
    at: charge.createdAt,
  }
}
