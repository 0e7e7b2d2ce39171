import { inspect } from 'node:util'
import type { Currency } from '../base/money.ts'

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

const declineReasons = ['declined', 'insufficient_funds', 'expired_card', 'not_confirmed', 'unavailable'] as const
export type DeclineReason = (typeof declineReasons)[number]

/** A charge by our id for it. The same id never charges twice, however often it is sent. */
export interface Charge {
  readonly id: string
  readonly token: string
  readonly amountMinor: bigint
  readonly currency: Currency
  /** The customer is at the page, or it is a later part taken by itself. */
  readonly isCustomerPresent: boolean
}

export type ChargeResult =
  | { readonly kind: 'charged' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /** The bank wants to hear from the customer first. */
  | { readonly kind: 'challenge' }

/** What the processor knows of a charge that it was sent. */
export type ChargeFinding =
  | ChargeResult
  /** It is under way: nothing is decided yet. */
  | { readonly kind: 'pending' }
  /** It has not arrived. It still may: only `declined` says that it will never be charged. */
  | { readonly kind: 'unknown' }

/**
 * Whoever moves money from cards. A method that throws has given no answer: nobody knows whether money moved, and `find` is
 * asked later.
 */
export interface CardProcessor {
  /** Turns a typed card into one that may be kept. Throws when the processor cannot be reached. */
  tokenize(card: TypedCard): Promise<Card>
  charge(charge: Charge): Promise<ChargeResult>
  /** Goes on with a challenged charge once the customer has answered the bank. */
  answerChallenge(charge: Charge, isConfirmed: boolean): Promise<ChargeResult>
  /** What became of a charge, whose answer may have been lost. */
  find(charge: Charge): Promise<ChargeFinding>
  /** Voids a charge: all of its money goes back. Doing it again changes nothing. */
  voidCharge(charge: Charge): Promise<void>
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
  voidCharge: refuse,
}
