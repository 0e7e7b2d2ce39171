/** The regions: each is served at an address of its own, and has its own merchants. */
export type Region = 'uae' | 'ksa'

/** The rules of the land that hold in a market (src/money/obligations). */
export type ProfileName = 'uae' | 'ksa' | 'kuwait' | 'none'

/** The facts of a currency's only country. */
interface MarketFacts {
  readonly country: string
  readonly region: Region
  readonly profile: ProfileName
  /** The decimals of the currency. */
  readonly decimals: number
  readonly phones: {
    /** The country code, without `+`. */
    readonly code: string
    /** The fewest and the most digits after the country code. */
    readonly lengths: readonly [least: number, most: number]
    /** How mobile numbers begin after the country code. Seven digits follow. */
    readonly mobile: string
  }
  /** The IANA name, and how far it is ahead of UTC. None has summer time. */
  readonly timeZone: { readonly name: string; readonly aheadMs: number }
  /** The smallest and the largest order of a new store, in minor units. */
  readonly orderLimits: { readonly smallestMinor: bigint; readonly largestMinor: bigint }
  /** The most that a customer may owe over all merchants in live mode, in minor units. */
  readonly largestExposureMinor: bigint
  /**
   * The smallest charge of the connected card processor, in minor units. Stripe's is 2.00 in AED. In other currencies it
   * is the amount that converts to the least of the account's bank (half a dollar, two dirhams), so these have some room
   * for the rate.
   */
  readonly smallestChargeMinor: bigint
}

const hourMs = 3_600_000

/**
 * The markets by their currencies: everything that differs from one country to another, apart from words. The first
 * market of a region gives a person without a store its country.
 */
export const markets = {
  AED: {
    country: 'AE',
    region: 'uae',
    profile: 'uae',
    decimals: 2,
    phones: { code: '971', lengths: [8, 9], mobile: '50' },
    timeZone: { name: 'Asia/Dubai', aheadMs: 4 * hourMs },
    orderLimits: { smallestMinor: 1_00n, largestMinor: 50_000_00n },
    largestExposureMinor: 20_000_00n,
    smallestChargeMinor: 2_00n,
  },
  SAR: {
    country: 'SA',
    region: 'ksa',
    profile: 'ksa',
    decimals: 2,
    phones: { code: '966', lengths: [8, 9], mobile: '50' },
    timeZone: { name: 'Asia/Riyadh', aheadMs: 3 * hourMs },
    orderLimits: { smallestMinor: 1_00n, largestMinor: 50_000_00n },
    largestExposureMinor: 5_000_00n,
    smallestChargeMinor: 2_50n,
  },
  KWD: {
    country: 'KW',
    region: 'uae',
    profile: 'kuwait',
    decimals: 3,
    phones: { code: '965', lengths: [8, 8], mobile: '5' },
    timeZone: { name: 'Asia/Kuwait', aheadMs: 3 * hourMs },
    orderLimits: { smallestMinor: 100n, largestMinor: 5_000_000n },
    largestExposureMinor: 500_000n,
    smallestChargeMinor: 200n,
  },
} as const satisfies Readonly<Record<string, MarketFacts>>

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
