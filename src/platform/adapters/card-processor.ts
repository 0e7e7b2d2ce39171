import { inspect } from 'node:util'
import type { MerchantId, PaymentId } from '../base/ids.ts'
import type { Currency } from '../base/markets.ts'
import type { Instant } from '../base/times.ts'
import type { SecurityCode } from './security-code.ts'

export const cardBrands = ['visa', 'mastercard', 'american-express', 'mada'] as const
export type CardBrand = (typeof cardBrands)[number]

/** A typed card on its way to the processor. It cannot be logged, serialised or put into an error by accident. */
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

  /** Returns the number and the security code, for the processor only. */
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

/** A stored card: without anything that could pay elsewhere. */
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
 * What a processor advises after a decline: `never` again with this card, `later`, only `by_customer` (the bank asks
 * for the customer), or `with_another_card`.
 */
export const declineRetries = ['never', 'later', 'by_customer', 'with_another_card'] as const
export type DeclineRetry = (typeof declineRetries)[number]

/** A charge with our id. The same id charges at most once, also if it is sent again. */
export interface Charge {
  readonly id: string
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly token: string
  readonly amountMinor: bigint
  readonly currency: Currency
  /** `customer`: at a page. `merchant`: by the service, under the agreement. */
  readonly initiator: 'customer' | 'merchant'
  /** The instalment plan: the payment's id, and the card network's reference of the first charge. */
  readonly agreement: { readonly id: PaymentId; readonly isFirst: boolean; readonly networkReference: string }
  /** The processor's id of the charge; empty while it is unknown. */
  readonly reference: string
  /** Where the bank sends the customer back to; empty without a waiting customer. */
  readonly returnUrl: string
  /**
   * Whether the customer must confirm at the bank (3-D Secure) before money moves. If the bank does not ask, the
   * charge is declined.
   */
  readonly requiresThreeDSecure?: boolean
  /** By the merchant's clock. */
  readonly at: Instant
}

export type ChargeResult =
  | {
      readonly kind: 'charged'
      /** The processor's id of the charge. */
      readonly reference: string
      /** The card network's reference, for later charges of the agreement. */
      readonly networkReference: string
    }
  | { readonly kind: 'declined'; readonly reason: DeclineReason; readonly retry: DeclineRetry }
  /** The customer must confirm at the bank first, at this address; null: on our own page, in the bank's place. */
  | { readonly kind: 'challenge'; readonly reference: string; readonly address: string | null }
  /** Nothing is decided yet. */
  | { readonly kind: 'pending' }

/** The state of a sent charge at the processor. */
export type ChargeFinding =
  | ChargeResult
  /** It has not arrived, but still may. Only `declined` means that it is never charged. */
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

/** The amounts that can be charged in a currency, in minor units: from the smallest, in whole steps. */
export interface CardLimits {
  readonly smallestMinor: bigint
  readonly stepMinor: bigint
}

/** The movements of a report: one merchant's of one mode, from an instant (inclusive) to another (exclusive). */
export interface ReportQuery {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly from: Instant
  readonly to: Instant
}

/** A movement of money in the processor's report, with our id. */
export interface ReportLine {
  readonly id: string
  readonly type: 'charge' | 'refund'
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly at: Instant
}

/** One request for a card at the processor's page. The same id is the same page. */
export interface CardEntry {
  readonly id: string
  /** Where the customer returns to, with or without a card. */
  readonly returnUrl: string
  readonly lang: 'en' | 'ar'
}

/** The processor's own page for cards: no card number reaches us. It charges nothing. */
export interface HostedCard {
  /** Returns the page's address. */
  addressOf(entry: CardEntry): Promise<string>
  /** Returns the card that was given there; undefined without one, or if we do not take it. */
  read(entry: CardEntry): Promise<Card | undefined>
}

/**
 * The port to a card processor. If a method throws, it is unknown whether money moved, and `find` or `findRefund` is
 * called later.
 */
export interface CardProcessor {
  /**
   * Returns a typed card in its stored form. Throws if the processor cannot be reached or has its own page for
   * cards.
   */
  tokenize(card: TypedCard): Promise<Card>
  /**
   * Returns whether this is the security code of the card; moves no money. Absent if the processor asks for cards on
   * its own page: a charge that needs a further factor then requires 3-D Secure.
   */
  checkSecurityCode?(card: Card, code: SecurityCode): Promise<boolean>
  charge(charge: Charge): Promise<ChargeResult>
  /** Continues a challenged charge after the customer's answer to the bank. Not confirmed: withdraws it. */
  answerChallenge(charge: Charge, isConfirmed: boolean): Promise<ChargeResult>
  /** Returns the state of a charge whose answer may be lost. */
  find(charge: Charge): Promise<ChargeFinding>
  /** Refunds a charge, or a part of it, to its card. */
  refund(refund: CardRefund): Promise<RefundResult>
  /** Returns the outcome of this attempt of a refund, if its answer was lost, or if it was pending. */
  findRefund(refund: CardRefund): Promise<RefundFinding>
  limits(currency: Currency): CardLimits
  /** Returns movements of money from the processor's own books, oldest first. */
  report(query: ReportQuery): Promise<readonly ReportLine[]>
  /** The processor's own page for cards; absent if our page asks for them. */
  readonly hostedCard?: HostedCard
}

/** The processor gave no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

class CardsUnavailable extends Error {
  override readonly name = 'CardsUnavailable'
}

async function refuse(): Promise<never> {
  throw new CardsUnavailable('no card processor is connected')
}

/** For a service without a processor: refuses every card before a charge. */
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
