// What the scripts need of the markets. In a shop's page the script begins with this value.

import { currencies, marketOf } from '../../../platform/base/markets.ts'

export const markets = Object.fromEntries(
  currencies.map((currency) => {
    const { country, decimals } = marketOf(currency)
    return [currency, { country, decimals }]
  }),
)
