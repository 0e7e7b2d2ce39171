import {
  type AmountProblem,
  type Currency,
  decimalsOf,
  decimalText,
  formatAmount,
  parseAmount,
} from '../../platform/base/money.ts'

/**
 * What somebody has set, for a merchant in one mode or for one of its stores. What is left out is as the wider scope has it: a
 * store's as its merchant's, a merchant's as the service's (docs/contract/money.md#risk).
 */
export interface RuleSet {
  /** An amount, in whatever currency the order is, or no limit. */
  readonly max_open_exposure?: string | 'off'
  readonly max_orders_per_day?: number | 'off'
  readonly refuse_overdue?: boolean
}

/** The rules that hold for orders of one store, in one mode; null and false where there is no such rule. */
export interface RulesInForce {
  readonly smallestOrderMinor: bigint
  readonly largestOrderMinor: bigint
  readonly maxOpenExposureMinor: bigint | null
  readonly maxOrdersPerDay: number | null
  readonly refuseOverdue: boolean
}

/** The service's own limits of what a customer may owe, in minor units. With test keys there is none. */
const largestExposure: Record<Currency, bigint> = { AED: 20_000_00n, SAR: 5_000_00n, KWD: 1_500_000n }

interface SizeLimits {
  readonly currency: Currency
  readonly smallestOrderMinor: bigint
  readonly largestOrderMinor: bigint
}

/** The rules that hold for a store where these have been set, the widest scope first: the narrower one wins, rule by rule. */
export function rulesInForce(isTest: boolean, store: SizeLimits, sets: readonly RuleSet[]): RulesInForce {
  const { smallestOrderMinor, largestOrderMinor, currency } = store
  const set: RuleSet = Object.assign({}, ...sets)
  return {
    smallestOrderMinor,
    largestOrderMinor,
    maxOpenExposureMinor: exposureFrom(set.max_open_exposure, currency, isTest),
    maxOrdersPerDay: typeof set.max_orders_per_day === 'number' ? set.max_orders_per_day : null,
    refuseOverdue: set.refuse_overdue ?? false,
  }
}

function exposureFrom(limit: string | undefined, currency: Currency, isTest: boolean): bigint | null {
  if (limit === 'off') return null
  if (limit === undefined) return isTest ? null : largestExposure[currency]
  // A limit that was set with more decimals than this currency has is cut: nobody may owe more than it says.
  const [whole = '', fraction = ''] = limit.split('.')
  const minor = parseAmount(`${whole}.${fraction.slice(0, decimalsOf(currency))}`, currency)
  if (typeof minor !== 'bigint') throw new Error(`the limit ${limit} is none in ${currency}: ${minor}`)
  return minor
}

/** Why a text is no exposure limit, and how many decimals one may have. */
export interface WrongExposure {
  readonly problem: AmountProblem | 'negative'
  readonly decimals: number
}

/**
 * The exposure limit that somebody wrote, as it is kept: an amount with the decimals of the first of these currencies in which it is
 * one, or `off`; else what is wrong with it.
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
