import type { Currency } from '../../src/platform/base/markets.ts'

/** The amounts of an order, as texts in the decimals of its currency. */
export interface Prices {
  readonly whole: string
  /** Two parts that make the whole. */
  readonly halves: readonly [string, string]
  /** The part that is shipped when the rest is sold out. */
  readonly part: string
  /** What is refunded of a part. */
  readonly back: string
  readonly goodwill: string
  readonly tooMuch: string
}

const twoDecimals: Prices = {
  ...{ whole: '340.00', halves: ['100.00', '240.00'], part: '200.00', back: '50.00' },
  ...{ goodwill: '10.00', tooMuch: '340.50' },
}

export const prices = {
  AED: twoDecimals,
  SAR: twoDecimals,
  KWD: {
    ...{ whole: '34.567', halves: ['10.000', '24.567'], part: '20.000', back: '5.000' },
    ...{ goodwill: '1.000', tooMuch: '35.000' },
  },
} as const satisfies Partial<Record<Currency, Prices>>

/** A currency in which the shops sell. */
export type ShopCurrency = keyof typeof prices

export const shopCurrencies = Object.keys(prices) as readonly ShopCurrency[]
