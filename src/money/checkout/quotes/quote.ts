import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { type Part, splitIntoParts } from '../../plans/plan.ts'
import type { RulesInForce } from '../../risk/rules.ts'

/** What a shop may show for a price before checkout: the plan of a session, and the amounts that have a plan. */
export interface Quote {
  readonly currency: Currency
  readonly priceMinor: bigint
  /** The parts that a session of this moment would have; none if the price is outside of the limits. */
  readonly parts: readonly Part[]
  /** The smallest and the largest amount that the store offers to a customer who owes nothing. */
  readonly minMinor: bigint
  readonly maxMinor: bigint
}

/** The rules that limit a single order. */
type OrderLimits = Pick<RulesInForce, 'smallestOrderMinor' | 'largestOrderMinor' | 'maxOpenExposureMinor'>

/** Returns the quote of a price at a store. */
export function quotePrice(
  { currency }: Pick<Store, 'currency'>,
  { smallestOrderMinor: minMinor, largestOrderMinor, maxOpenExposureMinor }: OrderLimits,
  priceMinor: bigint,
  now: Instant,
): Quote {
  // An order above the exposure limit is rejected for every customer, also for one who owes nothing.
  const isExposureLess = maxOpenExposureMinor !== null && maxOpenExposureMinor < largestOrderMinor
  const maxMinor = isExposureLess ? maxOpenExposureMinor : largestOrderMinor
  const isOffered = priceMinor >= minMinor && priceMinor <= maxMinor
  return { currency, priceMinor, parts: isOffered ? splitIntoParts(priceMinor, currency, now) : [], minMinor, maxMinor }
}
