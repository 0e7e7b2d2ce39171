import { regionOf } from '../base/countries.ts'
import { type Currency, currencies } from '../base/money.ts'
import type { Region } from '../base/regions.ts'
import { countryOf } from './country-of.ts'

/** Whose purchases: a phone that a code proved, in one region and mode, at whatever merchant. */
export interface PurchaseOwner {
  readonly region: Region
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
}

/** What is paid with in a region. */
export function currenciesOf(region: Region): readonly Currency[] {
  return currencies.filter((currency) => regionOf[countryOf(currency)] === region)
}
