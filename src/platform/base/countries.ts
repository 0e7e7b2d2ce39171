import { type Currency, currencies } from './money.ts'

export type Region = 'uae' | 'ksa'
export const regions: readonly Region[] = ['uae', 'ksa']

export const countries = ['AE', 'KW', 'SA'] as const
export type Country = (typeof countries)[number]

export const currencyOf: Record<Country, Currency> = { AE: 'AED', KW: 'KWD', SA: 'SAR' }
export const regionOf: Record<Country, Region> = { AE: 'uae', KW: 'uae', SA: 'ksa' }

/** Returns the country of a currency: each has one. */
export function countryOf(currency: Currency): Country {
  const found = countries.find((country) => currencyOf[country] === currency)
  if (found === undefined) throw new Error(`${currency} is of no country`)
  return found
}

/** Returns the currencies of a region. */
export function currenciesOf(region: Region): readonly Currency[] {
  return currencies.filter((currency) => regionOf[countryOf(currency)] === region)
}
