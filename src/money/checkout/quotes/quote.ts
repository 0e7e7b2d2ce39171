import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { PlanTerms } from '../../../platform/merchants/stores/plan-terms.ts'
import { termsFor } from '../../plans/offers.ts'
import { type Part, splitIntoParts } from '../../plans/plan.ts'
import type { RulesInForce } from '../../risk/rules.ts'

/** What a shop may show for a price before checkout: the plan of a session, and the amounts that have a plan. */
export interface Quote {
  readonly currency: Currency
  readonly priceMinor: bigint
  /** The plans that a session of this moment would have, the first choice first; none if the price has no plan. */
  readonly plans: readonly QuotedPlan[]
  /** The smallest and the largest amount that the store offers to a customer who owes nothing. */
  readonly minMinor: bigint
  readonly maxMinor: bigint
}

/** The terms of a plan, and its parts. */
export interface QuotedPlan {
  readonly terms: PlanTerms
  readonly parts: readonly Part[]
}

/** The rules that limit a single order. */
type OrderLimits = Pick<RulesInForce, 'smallestOrderMinor' | 'largestOrderMinor' | 'maxOpenExposureMinor' | 'offers'>

/** Returns the quote of a price at a store. */
export function quotePrice(
  { currency }: Pick<Store, 'currency'>,
  { smallestOrderMinor: minMinor, largestOrderMinor, maxOpenExposureMinor, offers }: OrderLimits,
  priceMinor: bigint,
  now: Instant,
): Quote {
  // An order above the exposure limit is rejected for every customer, also for one who owes nothing.
  const isExposureLess = maxOpenExposureMinor !== null && maxOpenExposureMinor < largestOrderMinor
  const maxMinor = isExposureLess ? maxOpenExposureMinor : largestOrderMinor
  const isOffered = priceMinor >= minMinor && priceMinor <= maxMinor
  const plans = (isOffered ? termsFor(offers, priceMinor) : []).map((terms) => {
    return { terms, parts: splitIntoParts({ terms, currency, amountMinor: priceMinor, startsAt: now }) }
  })
  return { currency, priceMinor, plans, minMinor, maxMinor }
}
