import { type Country, countries, currencyOf } from '../base/countries.ts'
import type { Currency } from '../base/money.ts'

/** The country whose currency it is: each has one. */
export function countryOf(currency: Currency): Country {
  const found = countries.find((country) => currencyOf[country] === currency)
  if (found === undefined) throw new Error(`${currency} is of no country`)
  return found
}
