import { currencies, marketOf } from '../../platform/base/markets.ts'
import { markets } from './browser/markets.js'

for (const currency of currencies) {
  const { country, decimals } = marketOf(currency)
  markets[currency] = { country, decimals }
}

/** The markets for the scripts, as JSON. */
export const marketsJson = JSON.stringify(markets)
