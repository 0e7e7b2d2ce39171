import { type ShopCurrency, shopCurrencies } from './prices.ts'

/** The ways in which a shop without flaws may work; a shop has at most one. */
const habits = {
  polls: 'has no webhook, and reads its open payments',
  isSlow: 'answers late and works later',
  givesGoodwill: 'refunds a part of each order, and keeps it',
  readsBeforeRetries: 'reads the payment before it retries',
  repeatsCaptures: 'sends each capture again under its reference',
  correctsItself: 'reads why a capture was refused, and sends the right amount',
} as const

export type Habit = keyof typeof habits

/** Returns what a shop of this habit does, as a sentence without a subject. */
export function wordsFor(habit: Habit | undefined): string {
  return habit === undefined ? 'has no flaw' : habits[habit]
}

/** A shop that passes every core check of its profile. */
export interface RightShop {
  readonly habit: Habit | undefined
  readonly currency: ShopCurrency
}

/** A shop without habits in each currency, and one of each habit. */
export const rightShops: readonly RightShop[] = [
  ...shopCurrencies.map((currency) => ({ habit: undefined, currency })),
  { habit: 'polls', currency: 'SAR' },
  { habit: 'isSlow', currency: 'KWD' },
  { habit: 'givesGoodwill', currency: 'AED' },
  { habit: 'readsBeforeRetries', currency: 'SAR' },
  { habit: 'repeatsCaptures', currency: 'KWD' },
  // In the other currencies nothing is refused.
  { habit: 'correctsItself', currency: 'KWD' },
]
