import type {
  Card,
  CardRefund,
  Charge as ChargeRequest,
  DeclineReason,
  DeclineRetry,
} from '../../platform/adapters/card-processor.ts'
import { type MerchantId, newOrderedId, type PaymentId, type SessionId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { backoffMs, day, hour, type Instant, minute, second } from '../../platform/base/times.ts'
import type { ChargeState } from './states.ts'

/** `first`: at checkout. `scheduled`: by the service, when something is due. `early`: a later part by the customer. */
export const chargeKinds = ['first', 'scheduled', 'early'] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** A charge of a payment at the card processor. */
export interface Charge {
  readonly merchantId: MerchantId
  readonly id: string
  readonly paymentId: PaymentId
  /** The checkout session of a first charge; null where the sandbox authorized without the page, and of later ones. */
  readonly sessionId: SessionId | null
  readonly kind: ChargeKind
  /** The name of the terms whose first part it is; null: the payment's own, and a later charge. */
  readonly plan: string | null
  readonly isTest: boolean
  readonly state: ChargeState
  /** The phone that the customer has proved, or empty. */
  readonly phone: string
  readonly card: Card
  readonly currency: Currency
  readonly amountMinor: bigint
  /** The processor's reference, and the card network's reference of the payment's first charge; empty while unknown. */
  readonly reference: string
  readonly networkReference: string
  /** The SHA-256 of the cookie of the browser in which the customer paid; null for a charge without a browser. */
  readonly browserHash: Buffer | null
  /** The bank's page for the customer; null if our page stands in for it. */
  readonly challengeAddress: string | null
  readonly declineReason: DeclineReason | null
  readonly declineRetry: DeclineRetry | null
  /** By the merchant's clock. `settledAt`: when it was charged or declined. */
  readonly createdAt: Instant
  readonly settledAt: Instant | null
  /** The number of checks by the service since the last change of state. */
  readonly checks: number
  /** The number of the current attempt to void the charge, from 1. */
  readonly voidAttempt: number
}

/** The key of a charge. */
export type ChargeKey = Pick<Charge, 'merchantId' | 'id'>

type NewCharge = Partial<Pick<Charge, 'browserHash' | 'plan'>> &
  Omit<
    Charge,
    | 'id'
    | 'browserHash'
    | 'plan'
    | 'state'
    | 'reference'
    | 'challengeAddress'
    | 'declineReason'
    | 'declineRetry'
    | 'settledAt'
    | 'checks'
    | 'voidAttempt'
  >

/** Returns a charge that is not sent to the processor yet. */
export function newCharge(charge: NewCharge): Charge {
  return {
    browserHash: null,
    plan: null,
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

/** Times of checks, by the database's clock. */
export const chargeTimes = {
  /** How long the processor may take to answer while a customer waits. */
  answerMs: 20 * second,
  /** How long it may take in a scheduled check. */
  checkMs: 10 * second,
  /** Longer than `answerMs`: by then the request has ended. */
  openMs: 40 * second,
  /** After an answer was lost. */
  lostMs: 2 * second,
  /** How long a customer may take to answer the bank. */
  challengeMs: 10 * minute,
  /** How long a round takes new due charges while others are in flight. */
  roundMs: 20 * second,
  /** Longer than a check takes: then another process may take over the charge of a killed one. */
  leaseMs: minute,
  /** Before the first check of a charge that is written off or to be voided. */
  firstCheckMs: 15 * second,
} as const

/** An unknown charge is ruled out after this number of checks, with backoff between them: after a day and a half. */
export const maxChecks = 13

/** The most attempts of a void, with backoff between them: they take four weeks. */
export const maxVoidAttempts = 30

/** Returns the pause in milliseconds between this failed attempt of a void and the next; null after the last one. */
export function nextVoidAttemptMs(attempt: number): number | null {
  return attempt < maxVoidAttempts ? backoffMs(attempt, hour, day) : null
}

/** The backoff before the next check, by the result of the last one. */
export const nextCheckMs = {
  /** Pending, and the customer waits. */
  awaited: (checks: number): number => backoffMs(checks, chargeTimes.lostMs, minute),
  /** Written off: the customer does not wait. */
  writtenOff: (checks: number): number => backoffMs(checks, 2 * chargeTimes.firstCheckMs, day),
  /** The check itself failed. */
  failed: (checks: number): number => backoffMs(checks, 2 * chargeTimes.lostMs, hour),
} as const

/** Returns the refund that voids a charge: all of the charge, by the charge's own id. */
export function voidRefund(charge: Charge): CardRefund {
  const { id, merchantId, isTest, reference, amountMinor, currency, voidAttempt: attempt, createdAt: at } = charge
  return { id, merchantId, isTest, charge: { id, reference }, amountMinor, currency, attempt, at }
}

/** Returns the request for the processor. `returnUrl`: where the bank sends the customer back to. */
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
