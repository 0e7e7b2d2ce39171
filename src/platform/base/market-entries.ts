/** The regions: each is served at an address of its own, and has its own merchants. */
export type Region = 'uae' | 'ksa'

/** The rules of the land that hold in a market (src/money/obligations). */
export type ProfileName = 'uae' | 'ksa' | 'kuwait' | 'none'

/** The facts of a currency's only country. */
export interface MarketFacts {
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
  /** The IANA name. Its clocks may change. */
  readonly timeZone: string
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
  /** The currency's signs as people type them, and as pages in Arabic write them; absent: only its code is known. */
  readonly currencySigns?: readonly string[]
  /** The number of digits of a VAT registration; absent if the market has none of a fixed form. */
  readonly taxNumberDigits?: number
}

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
    currencySigns: ['د.إ', 'درهم'],
    phones: { code: '971', lengths: [8, 9], mobile: '50' },
    timeZone: 'Asia/Dubai',
    orderLimits: { smallestMinor: 1_00n, largestMinor: 50_000_00n },
    largestExposureMinor: 20_000_00n,
    smallestChargeMinor: 2_00n,
    taxNumberDigits: 15,
  },
  SAR: {
    country: 'SA',
    region: 'ksa',
    profile: 'ksa',
    decimals: 2,
    currencySigns: ['ر.س', 'ريال', '⃁', '﷼'],
    phones: { code: '966', lengths: [8, 9], mobile: '50' },
    timeZone: 'Asia/Riyadh',
    orderLimits: { smallestMinor: 1_00n, largestMinor: 50_000_00n },
    largestExposureMinor: 5_000_00n,
    smallestChargeMinor: 2_50n,
    taxNumberDigits: 15,
  },
  KWD: {
    country: 'KW',
    region: 'uae',
    profile: 'kuwait',
    decimals: 3,
    currencySigns: ['د.ك', 'دينار'],
    phones: { code: '965', lengths: [8, 8], mobile: '5' },
    timeZone: 'Asia/Kuwait',
    orderLimits: { smallestMinor: 100n, largestMinor: 5_000_000n },
    largestExposureMinor: 500_000n,
    smallestChargeMinor: 200n,
  },
} as const satisfies Readonly<Record<string, MarketFacts>>
