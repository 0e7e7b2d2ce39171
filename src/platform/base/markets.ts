import { type MarketFacts, markets, type Region } from './market-entries.ts'

export type Currency = keyof typeof markets
export type Country = (typeof markets)[Currency]['country']

export const currencies = Object.keys(markets) as readonly Currency[]

/** A market: the facts of a currency's only country. */
export type Market = MarketFacts & { readonly country: Country }

/** The currency with the most decimals: amounts of an unknown currency are judged as if they were in this one. */
export const finestCurrency: Currency = currencies.reduce((finest, one) =>
  markets[one].decimals > markets[finest].decimals ? one : finest,
)

/** Returns the market of a currency. */
export function marketOf(currency: Currency): Market {
  return markets[currency]
}

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(markets, text)
}

export const countries = currencies.map((currency) => marketOf(currency).country).sort()

const currencyByCountry = new Map(currencies.map((currency) => [marketOf(currency).country, currency]))

/** Returns the currency of a country: each has one. */
export function currencyOf(country: Country): Currency {
  const currency = currencyByCountry.get(country)
  if (currency === undefined) throw new Error(`${country} has no currency`)
  return currency
}

/** Returns the country of a currency: each has one. */
export function countryOf(currency: Currency): Country {
  return marketOf(currency).country
}

/** Returns the region that serves a country. */
export function regionOf(country: Country): Region {
  return marketOf(currencyOf(country)).region
}

export const regions: readonly Region[] = [...new Set(currencies.map((currency) => marketOf(currency).region))]

/** Returns the currencies of a region. The first one is that of its first market. */
export function currenciesOf(region: Region): readonly Currency[] {
  return currencies.filter((currency) => marketOf(currency).region === region)
}

/** Returns the country of a region's first market: its pages have that country's formats where no store decides. */
export function homeCountryOf(region: Region): Country {
  const [first] = currenciesOf(region)
  if (first === undefined) throw new Error(`${region} has no market`)
  return countryOf(first)
}
