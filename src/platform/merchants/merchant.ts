import type { MerchantId, StoreId } from '../base/ids.ts'
import type { Region } from '../base/market-entries.ts'
import type { Country, Currency } from '../base/markets.ts'
import type { Beneficiary } from './stores/beneficiary.ts'
import type { FeeRates } from './stores/fee-rates.ts'
import type { LegalEntity } from './stores/legal-entity.ts'
import type { PlanOffers } from './stores/plan-terms.ts'

export interface Merchant {
  readonly merchantId: MerchantId
  readonly name: string
  readonly region: Region
}

/**
 * The required members of a checkout: `strict` all that the contract requires, `lenient` those that widely used
 * plugins send (docs/contract/checkout.md#lenient-stores).
 */
export type CheckoutRules = 'strict' | 'lenient'

/** A branch of a merchant, in one country and so in one currency, with its settings. */
export interface Store {
  readonly id: StoreId
  readonly merchantCode: string
  readonly name: string
  /** The name of the logo, a hash of its content; null without one. */
  readonly logo: string | null
  readonly country: Country
  readonly currency: Currency
  readonly isDefault: boolean
  readonly checkout: CheckoutRules
  readonly smallestOrderMinor: bigint
  readonly largestOrderMinor: bigint
  readonly sessionSeconds: number
  readonly paymentSeconds: number
  /** Seconds from authorization to the automatic capture; 0: at authorization, null: never. */
  readonly autoCaptureSeconds: number | null
  /** For how many days after its creation a payment can be refunded by the merchant; null: without a limit. */
  readonly refundDays: number | null
  /** The fees of new captures. Earlier movements keep the rates of their time. */
  readonly feeRates: FeeRates
  /** The terms of new sessions. */
  readonly offers: PlanOffers
  /** The beneficiary of the store's payouts. */
  readonly beneficiary: Beneficiary
  /** The merchant as statements of this store name it. */
  readonly legalEntity: LegalEntity
}

/**
 * Returns the form in which merchant codes are compared: lower case. The database stores it and never changes case
 * by itself.
 */
export function codeKeyOf(merchantCode: string): string {
  return merchantCode.toLowerCase()
}

/** The longest merchant name and merchant code, in characters. */
const maxNameLength = 255
const maxCodeLength = 255

/** Returns what is wrong with a merchant's name, as a sentence; undefined if nothing is. */
export function merchantNameProblem(name: string): string | undefined {
  const isShort = name.length <= maxNameLength || [...name].length <= maxNameLength
  return isShort ? undefined : `the name of a merchant must have at most ${maxNameLength} characters`
}

/** Returns what is wrong with a merchant code, as a sentence; undefined if nothing is. */
export function merchantCodeProblem(merchantCode: string): string | undefined {
  const isRight = merchantCode !== '' && merchantCode.length <= maxCodeLength
  return isRight ? undefined : `a merchant code must have 1 to ${maxCodeLength} characters`
}

/** Returns the store with this merchant code, compared without case; undefined if there is none. */
export function findStoreByCode(stores: readonly Store[], merchantCode: string): Store | undefined {
  if (merchantCode.length > maxCodeLength) return undefined
  const codeKey = codeKeyOf(merchantCode)
  return stores.find((store) => codeKeyOf(store.merchantCode) === codeKey)
}
