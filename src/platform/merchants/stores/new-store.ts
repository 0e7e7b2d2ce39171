import { type Country, currencyOf } from '../../base/countries.ts'
import { newOrderedId } from '../../base/ids.ts'
import { type CheckoutRules, orderLimits, type Store } from '../merchant.ts'
import { type Beneficiary, noBeneficiary } from './beneficiary.ts'
import { type FeeRates, noFees } from './fee-rates.ts'

export interface NewStore {
  readonly merchantCode: string
  readonly country: Country
  readonly checkout: CheckoutRules
  /** Absent: the merchant's name. */
  readonly name?: string
  /** Absent: none. */
  readonly feeRates?: FeeRates
  readonly beneficiary?: Beneficiary
}

/** Returns a new store with the requested members, and the usual settings for all others. */
export function newStore(merchantName: string, store: NewStore, isDefault: boolean): Store {
  const currency = currencyOf[store.country]
  const limits = orderLimits[currency]
  return {
    id: newOrderedId(),
    merchantCode: store.merchantCode,
    name: store.name ?? merchantName,
    country: store.country,
    currency,
    logo: null,
    isDefault,
    checkout: store.checkout,
    smallestOrderMinor: limits.smallestMinor,
    largestOrderMinor: limits.largestMinor,
    sessionSeconds: 20 * 60,
    paymentSeconds: 30 * 60,
    autoCaptureSeconds: 21 * 24 * 60 * 60,
    feeRates: store.feeRates ?? noFees,
    beneficiary: store.beneficiary ?? noBeneficiary,
  }
}
