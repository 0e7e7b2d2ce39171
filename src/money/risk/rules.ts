import { type Currency, marketOf } from '../../platform/base/markets.ts'
import { type AmountProblem, decimalsOf, decimalText, formatAmount, parseAmount } from '../../platform/base/money.ts'
import type { PlanOffers } from '../../platform/merchants/stores/plan-terms.ts'
import { rangeOf } from '../plans/offers.ts'

/**
 * The rules set for a merchant in one mode, or for one of its stores. A missing rule is inherited: a store's from its
 * merchant, a merchant's from the service (docs/contract/money.md#risk).
 */
export interface RuleSet {
  /** An amount in the currency of the order, or no limit. */
  readonly max_open_exposure?: string | 'off'
  readonly max_orders_per_day?: number | 'off'
  readonly refuse_overdue?: boolean
}

/** The rules in force for orders of one store in one mode; null and false without such a rule. */
export interface RulesInForce {
  readonly smallestOrderMinor: bigint
  readonly largestOrderMinor: bigint
  readonly maxOpenExposureMinor: bigint | null
  readonly maxOrdersPerDay: number | null
  readonly refuseOverdue: boolean
  /** The terms of the store. */
  readonly offers: PlanOffers
}

interface SizeLimits {
  readonly offers: PlanOffers
  readonly currency: Currency
  readonly smallestOrderMinor: bigint
  readonly largestOrderMinor: bigint
}

/** Returns the rules in force for a store. `sets`: the widest scope first; a narrower scope wins rule by rule. */
export function rulesInForce(isTest: boolean, store: SizeLimits, sets: readonly RuleSet[]): RulesInForce {
  const { smallestOrderMinor, largestOrderMinor, currency, offers } = store
  const { minMinor, maxMinor } = rangeOf(offers)
  const set: RuleSet = Object.assign({}, ...sets)
  return {
    smallestOrderMinor: minMinor !== null && minMinor > smallestOrderMinor ? minMinor : smallestOrderMinor,
    largestOrderMinor: maxMinor !== null && maxMinor < largestOrderMinor ? maxMinor : largestOrderMinor,
    offers,
    maxOpenExposureMinor: exposureFrom(set.max_open_exposure, currency, isTest),
    maxOrdersPerDay: typeof set.max_orders_per_day === 'number' ? set.max_orders_per_day : null,
    refuseOverdue: set.refuse_overdue ?? false,
  }
}

function exposureFrom(limit: string | undefined, currency: Currency, isTest: boolean): bigint | null {
  if (limit === 'off') return null
  if (limit === undefined) return isTest ? null : marketOf(currency).largestExposureMinor
  // More decimals than the currency has are cut, so that the limit is not exceeded.
  const [whole = '', fraction = ''] = limit.split('.')
  const minor = parseAmount(`${whole}.${fraction.slice(0, decimalsOf(currency))}`, currency)
  if (typeof minor !== 'bigint') throw new Error(`the limit ${limit} is none in ${currency}: ${minor}`)
  return minor
}

/** The problem of an exposure limit, and the allowed number of decimals. */
export interface WrongExposure {
  readonly problem: AmountProblem | 'negative'
  readonly decimals: number
}

/**
 * Returns an exposure limit as it is stored: `off`, or an amount with the decimals of the first of these currencies
 * that accepts it. Otherwise returns its problem.
 */
export function readExposure(input: string | number, currencies: readonly Currency[]): string | WrongExposure {
  if (input === 'off') return input
  let problem: WrongExposure['problem'] = 'not a number'
  for (const currency of currencies) {
    const minor = parseAmount(decimalText(input), currency)
    if (typeof minor === 'bigint' && minor >= 0n) return formatAmount(minor, currency)
    problem = typeof minor === 'bigint' ? 'negative' : minor
  }
  return { problem, decimals: Math.max(...currencies.map(decimalsOf)) }
}
