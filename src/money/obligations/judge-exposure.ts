import { marketOf } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { type RuleSet, rulesInForce } from '../risk/rules.ts'

/** A store at which a customer may owe more, with live keys, than the profile of its market allows. */
export interface ExposureBeyond {
  readonly storeId: Store['id']
  readonly rule: 'max_open_exposure'
  /** The limit in the store's currency, or `off`. */
  readonly value: string
}

/** Returns the stores where these rules of live orders go beyond the profile of the market. */
export function exposuresBeyond(rules: RuleSet, stores: readonly Store[]): ExposureBeyond[] {
  return stores.flatMap((store) => {
    const { currency, id: storeId } = store
    const { maxOpenExposureMinor: mostMinor } = rulesInForce(false, store, [rules])
    if (mostMinor !== null && mostMinor <= marketOf(currency).largestExposureMinor) return []
    const value = mostMinor === null ? 'off' : `${formatAmount(mostMinor, currency)} ${currency}`
    return [{ storeId, rule: 'max_open_exposure', value }]
  })
}

/** Returns the largest limit of each store's market, in words: `20000.00 AED, 500.000 KWD`. */
export function largestExposures(stores: readonly Store[]): string {
  const currencies = [...new Set(stores.map(({ currency }) => currency))]
  return currencies
    .map((currency) => `${formatAmount(marketOf(currency).largestExposureMinor, currency)} ${currency}`)
    .join(', ')
}
