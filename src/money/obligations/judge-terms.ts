import { divideRounded, formatAmount } from '../../platform/base/money.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { formatPercent, maxPercent } from '../../platform/merchants/stores/fee-rates.ts'
import { type PlanTerms, planName } from '../../platform/merchants/stores/plan-terms.ts'
import { serviceFeeOf } from '../plans/service-fee.ts'
import { type Profile, profileOf } from './profiles.ts'

/** A rule of the profile that terms break. `member`: what is wrong with them. */
export interface BrokenRule {
  readonly rule: 'longest_plan' | 'most_parts' | 'part_a_month' | 'customer_fees'
  readonly member: 'count' | 'period' | 'service_fee'
  /** What was entered, and why it is refused. */
  readonly value: string
  readonly message: string
}

/** Returns the rules of the market's profile that these terms of a store break. */
export function brokenRules(terms: PlanTerms, store: Pick<Store, 'currency' | 'smallestOrderMinor'>): BrokenRule[] {
  const profile = profileOf(store.currency)
  return [longestPlan(profile, terms), mostParts(profile, terms), partAMonth(profile, terms)]
    .concat(customerFees(profile, terms, store))
    .filter((broken) => broken !== undefined)
}

/** The settings of a store that decide what its plans may cost. */
export type JudgedStore = Pick<Store, 'currency' | 'smallestOrderMinor' | 'offers'>

/**
 * Returns the rules that a change of settings breaks: smaller orders may make the fixed fees of plans too high. What
 * was beyond the profile before was accepted then.
 */
export function newlyBrokenRules(before: JudgedStore, after: JudgedStore): BrokenRule[] {
  return after.offers.terms.flatMap((terms) => {
    const brokenBefore = brokenRules(terms, before).map(({ rule }) => rule)
    return brokenRules(terms, after).filter(({ rule }) => !brokenBefore.includes(rule))
  })
}

type Judged = BrokenRule | undefined

// Of two weeks' parts it is judged by the shortest months, so that no start makes the plan longer than the limit.
function longestPlan({ longestPlan: limit }: Profile, terms: PlanTerms): Judged {
  if (limit === undefined) return undefined
  const later = terms.count - 1
  const isLonger = terms.period === 'P1M' ? later > limit.value : later * 14 > shortestDays(limit.value)
  const message = `must end within ${limit.value} months`
  return isLonger ? { rule: 'longest_plan', member: 'count', value: planName(terms), message } : undefined
}

/** Returns the fewest days of this number of months, by any start. */
function shortestDays(months: number): number {
  const starts = Array.from({ length: 48 }, (_, month) => month)
  return Math.min(...starts.map((month) => (Date.UTC(2024, month + months, 1) - Date.UTC(2024, month, 1)) / 86_400_000))
}

function mostParts({ mostParts: limit }: Profile, terms: PlanTerms): Judged {
  if (limit === undefined || terms.count <= limit.value) return undefined
  const message = `must be at most ${limit.value}`
  return { rule: 'most_parts', member: 'count', value: planName(terms), message }
}

function partAMonth({ partAMonth: limit }: Profile, terms: PlanTerms): Judged {
  if (limit === undefined || terms.period === 'P1M') return undefined
  const message = 'must be P1M: no two parts may be due in one month'
  return { rule: 'part_a_month', member: 'period', value: planName(terms), message }
}

// A fixed fee weighs most on the smallest order.
function customerFees(
  { customerFees: limit }: Profile,
  terms: PlanTerms,
  { currency, smallestOrderMinor }: Pick<Store, 'currency' | 'smallestOrderMinor'>,
): Judged {
  if (limit === undefined) return undefined
  const orderMinor =
    terms.minMinor !== null && terms.minMinor > smallestOrderMinor ? terms.minMinor : smallestOrderMinor
  const feeMinor = serviceFeeOf(terms, orderMinor)
  const { percent, fixedMinor } = terms.serviceFee
  const isHigher =
    percent > limit.value || feeMinor > divideRounded(orderMinor * BigInt(limit.value), BigInt(maxPercent))
  if (!isHigher) return undefined
  const value = `${formatPercent(percent)} % + ${formatAmount(fixedMinor, currency)} ${currency}`
  const most =
    limit.value === 0 ? 'must be zero' : `must be at most ${formatPercent(limit.value)} % of the smallest order`
  return { rule: 'customer_fees', member: 'service_fee', value, message: most }
}
