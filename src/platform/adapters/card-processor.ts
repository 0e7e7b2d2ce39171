import { inspect } from 'node:util'
import type { MerchantId, PaymentId } from '../base/ids.ts'
import type { Currency } from '../base/money.ts'
import type { Instant } from '../base/times.ts'
import type { SecurityCode } from './security-code.ts'

export const cardBrands = ['visa', 'mastercard', 'american-express', 'mada'] as const
export type CardBrand = (typeof cardBrands)[number]

/** What a customer typed, on its way to the processor. It cannot be logged, serialised or put into an error by accident. */
export class TypedCard {
  readonly #number: string
  readonly #securityCode: string
  readonly brand: CardBrand
  readonly expiryMonth: number
  readonly expiryYear: number

  constructor(typed: {
    number: string
    securityCode: string
    brand: CardBrand
    expiryMonth: number
    expiryYear: number
  }) {
    this.#number = typed.number
    this.#securityCode = typed.securityCode
    this.brand = typed.brand
    this.expiryMonth = typed.expiryMonth
    this.expiryYear = typed.expiryYear
  }

  get lastFour(): string {
    return this.#number.slice(-4)
  }

  /** The number and the security code, for the processor and nobody else. */
  reveal(): { readonly number: string; readonly securityCode: string } {
    return { number: this.#number, securityCode: this.#securityCode }
  }

  toJSON(): string {
    return '[card]'
  }

  toString(): string {
    return '[card]'
  }

  [inspect.custom](): string {
    return '[card]'
  }
}

/** What is kept of a card: nothing that anybody could pay with elsewhere. */
export interface Card {
  readonly token: string
  readonly brand: CardBrand
  readonly lastFour: string
  readonly expiryMonth: number
  readonly expiryYear: number
}

export const declineReasons = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'lost_card',
  'stolen_card',
  'closed_account',
  'customer_required',
  'not_confirmed',
  'unavailable',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/**
 * What a processor advises after a decline: `never` again with this card, `later`, only `by_customer` (the bank asks for the customer), or
 * `with_another_card`.
 */
export const declineRetries = ['never', 'later', 'by_customer', 'with_another_card'] as const
export type DeclineRetry = (typeof declineRetries)[number]

/** A charge by our id for it. The same id never charges twice, however often it is sent. */
export interface Charge {
  readonly id: string
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly token: string
  readonly amountMinor: bigint
  readonly currency: Currency
  /** The customer, at a page, or the service by itself under the agreement. */
  readonly initiator: 'customer' | 'merchant'
  /** The instalments that it belongs to: the payment's id, and what the card's network called the first charge. */
  readonly agreement: { readonly id: PaymentId; readonly isFirst: boolean; readonly networkReference: string }
  /** The processor's own id for it; empty while it has told none. */
  readonly reference: string
  /** Where the bank sends the customer back to; empty where no customer waits. */
  readonly returnUrl: string
  /** Whether the customer must confirm at the bank (3-D Secure) before money moves. If the bank does not ask, the charge is declined. */
  readonly requiresThreeDSecure?: boolean
  /** By the merchant's clock. */
  readonly at: Instant
}

export type ChargeResult =
  | {
      readonly kind: 'charged'
      /** The processor's own id for it. */
      readonly reference: string
      /** What the card's network calls it: later charges of the agreement refer to it. */
      readonly networkReference: string
    }
  | { readonly kind: 'declined'; readonly reason: DeclineReason; readonly retry: DeclineRetry }
  /** The bank wants to hear from the customer first, at this address; null where our own page asks in the bank's place. */
  | { readonly kind: 'challenge'; readonly reference: string; readonly address: string | null }
  /** It is under way: nothing is decided yet. */
  | { readonly kind: 'pending' }

/** What the processor knows of a charge that it was sent. */
export type ChargeFinding =
  | ChargeResult
  /** It has not arrived. It still may: only `declined` says that it will never be charged. */
  | { readonly kind: 'unknown' }

/** A refund of a charge, or of a part, to its card. The processor carries out each attempt of an id at most once. */
export interface CardRefund {
  readonly id: string
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly charge: { readonly id: string; readonly reference: string }
  readonly amountMinor: bigint
  readonly currency: Currency
  /** From 1. Only a failed attempt is followed by another one. */
  readonly attempt: number
  /** By the merchant's clock. */
  readonly at: Instant
}

/** A pending refund may fail, and so may one that was refunded, unless `isFinal`. */
export type RefundResult =
  | { readonly kind: 'refunded'; readonly isFinal?: boolean }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed' }

export type RefundFinding = RefundResult | { readonly kind: 'unknown' }

/** What can be charged in a currency, in minor units: no less than the smallest, and whole steps only. */
export interface CardLimits {
  readonly smallestMinor: bigint
  readonly stepMinor: bigint
}

/** Of which movements a processor reports: one merchant's of one mode, from an instant on and before another. */
export interface ReportQuery {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly from: Instant
  readonly to: Instant
}

/** Money that a processor says it moved; the id is ours. */
export interface ReportLine {
  readonly id: string
  readonly type: 'charge' | 'refund'
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly at: Instant
}

/** One time that a customer is asked for a card. The same id is the same page; the rest goes with it. */
export interface CardEntry {
  readonly id: string
  /** Where the customer comes back to, whatever they did. */
  readonly returnUrl: string
  readonly lang: 'en' | 'ar'
}

/** A page of the processor's own that asks for the card, so that no number comes near us. It charges nothing. */
export interface HostedCard {
  /** Where to send the customer to. */
  addressOf(entry: CardEntry): Promise<string>
  /** The card that was given there; undefined where none was, or none that we take. */
  read(entry: CardEntry): Promise<Card | undefined>
}

/**
 * Whoever moves money from cards. A method that throws has given no answer: nobody knows whether money moved, and `find` or
 * `findRefund` is asked later.
 */
export interface CardProcessor {
  /** Turns a typed card into one that may be kept. Throws when the processor cannot be reached, or asks for cards itself. */
  tokenize(card: TypedCard): Promise<Card>
  /**
   * Returns whether this is the security code of the card; moves no money. Absent if the processor asks for cards on its own page: a charge
   * that needs a further factor then requires 3-D Secure.
   */
  checkSecurityCode?(card: Card, code: SecurityCode): Promise<boolean>
  charge(charge: Charge): Promise<ChargeResult>
  /** Goes on with a challenged charge once the customer has answered the bank; not confirmed: withdraws it. */
  answerChallenge(charge: Charge, isConfirmed: boolean): Promise<ChargeResult>
  /** What became of a charge, whose answer may have been lost. */
  find(charge: Charge): Promise<ChargeFinding>
  /** Sends a part of a charge, or all of it, back to its card. */
  refund(refund: CardRefund): Promise<RefundResult>
  /** Returns the outcome of this attempt of a refund, if its answer was lost, or if it was pending. */
  findRefund(refund: CardRefund): Promise<RefundFinding>
  limits(currency: Currency): CardLimits
  /** What moved money, oldest first, from the processor's own books. */
  report(query: ReportQuery): Promise<readonly ReportLine[]>
  /** Where the processor asks for cards itself; absent where our own page asks. */
  readonly hostedCard?: HostedCard
}

/** What a processor throws that was asked and says nothing. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

class CardsUnavailable extends Error {
  override readonly name = 'CardsUnavailable'
}

async function refuse(): Promise<never> {
  throw new CardsUnavailable('no card processor is connected')
}

/** Where no processor is connected: every card is turned away before anything is charged. */
export const absentCards: CardProcessor = {
  tokenize: refuse,
  charge: refuse,
  answerChallenge: refuse,
  find: async () => ({ kind: 'unknown' }),
  refund: refuse,
  findRefund: async () => ({ kind: 'unknown' }),
  limits: () => ({ smallestMinor: 1n, stepMinor: 1n }),
  report: refuse,
}
