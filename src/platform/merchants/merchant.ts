import type { Country } from '../base/countries.ts'
import type { MerchantId, StoreId } from '../base/ids.ts'
import type { Currency } from '../base/money.ts'
import type { Region } from '../base/regions.ts'
import type { Beneficiary } from './stores/beneficiary.ts'
import type { FeeRates } from './stores/fee-rates.ts'

export interface Merchant {
  readonly merchantId: MerchantId
  readonly name: string
  readonly region: Region
}

/**
 * Which members a checkout must have: all that the contract requires (docs/contract/checkout.md#lenient-stores), or what widely
 * used plugins send.
 */
export type CheckoutRules = 'strict' | 'lenient'

/** A branch of a merchant, in one country and so in one currency, with its settings. */
export interface Store {
  readonly id: StoreId
  readonly merchantCode: string
  readonly name: string
  /** Which logo customers see beside the name, by its content; null: none. */
  readonly logo: string | null
  readonly country: Country
  readonly currency: Currency
  readonly isDefault: boolean
  readonly checkout: CheckoutRules
  readonly smallestOrderMinor: bigint
  readonly largestOrderMinor: bigint
  readonly sessionSeconds: number
  readonly paymentSeconds: number
  /** How long after authorization the service captures by itself; 0 at authorization, null never. */
  readonly autoCaptureSeconds: number | null
  /** What captures of its payments cost from now on; movements keep the rates that held when they happened. */
  readonly feeRates: FeeRates
  /** Whom the bank pays what it is owed. */
  readonly beneficiary: Beneficiary
}

/**
 * The loose limits of an order that a new store starts with, in minor units (docs/contract/keys-and-regions.md#store-settings).
 */
export const orderLimits: Record<Currency, { smallestMinor: bigint; largestMinor: bigint }> = {
  AED: { smallestMinor: 1_00n, largestMinor: 50_000_00n },
  SAR: { smallestMinor: 1_00n, largestMinor: 50_000_00n },
  KWD: { smallestMinor: 100n, largestMinor: 5_000_000n },
}

/** By which two merchant codes are the same: without case. The database only stores it and never folds a code by itself. */
export function codeKeyOf(merchantCode: string): string {
  return merchantCode.toLowerCase()
}

/** No merchant's name and no merchant code is longer, in characters. */
const maxNameLength = 255
const maxCodeLength = 255

/** What is wrong with a merchant's name, in words; undefined when nothing is. */
export function merchantNameProblem(name: string): string | undefined {
  const isShort = name.length <= maxNameLength || [...name].length <= maxNameLength
  return isShort ? undefined : `the name of a merchant must have at most ${maxNameLength} characters`
}

/** What is wrong with a merchant code, in words; undefined when nothing is. */
export function merchantCodeProblem(merchantCode: string): string | undefined {
  const isRight = merchantCode !== '' && merchantCode.length <= maxCodeLength
  return isRight ? undefined : `a merchant code must have 1 to ${maxCodeLength} characters`
}

/** The store with this merchant code, compared without case; undefined when the merchant has none. */
export function findStoreByCode(stores: readonly Store[], merchantCode: string): Store | undefined {
  if (merchantCode.length > maxCodeLength) return undefined
  const wanted = codeKeyOf(merchantCode)
  return stores.find((store) => codeKeyOf(store.merchantCode) === wanted)
}
