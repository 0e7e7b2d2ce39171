import { type Currency, formatAmount } from '../../platform/base/money.ts'
import { digitsOf } from '../../platform/base/phone.ts'
import type { RulesInForce } from './rules.ts'

export type RejectionReason = 'not_available' | 'order_amount_too_high' | 'order_amount_too_low'

/** What is known of a customer, who is a phone, in this mode. */
export interface CustomerFacts {
  /** What the customer still owes, at all merchants of the region, of its plans in the order's currency. */
  readonly openMinor: bigint
  /** Orders of the customer at this merchant that were authorized within the last 24 hours of the merchant's clock. */
  readonly ordersLastDay: number
  /** At any merchant of the region. */
  readonly isOverdue: boolean
}

/** Who asks to pay in instalments, and for what. */
export interface Applicant {
  readonly amountMinor: bigint
  readonly currency: Currency
  /** As the shop sent it. */
  readonly phone: string
  readonly isTest: boolean
  /** Whether the merchant has blocked the phone or the e-mail. */
  readonly isBlocked: boolean
}

/** In the order in which they are asked. */
export const ruleNames = ['order_size', 'blocked', 'max_open_exposure', 'max_orders_per_day', 'refuse_overdue'] as const

/** A rule that was in force: its limit and what it saw, as they are shown. It spoke where it refused. */
export interface RuleVerdict {
  readonly name: (typeof ruleNames)[number]
  readonly limit: string | number | boolean
  /** Null where there was nothing to see, because nobody knows who the customer is. */
  readonly seen: string | number | boolean | null
  readonly spoke: boolean
}

/** What was decided about an order before the page opened, and by what. */
export interface Decision {
  readonly outcome: 'approved' | 'rejected'
  readonly reason: RejectionReason | null
  readonly rules: readonly RuleVerdict[]
}

/** Whether a rule in force looks at what is known of the customer. */
export function needsFacts(rules: RulesInForce): boolean {
  return rules.maxOpenExposureMinor !== null || rules.maxOrdersPerDay !== null || rules.refuseOverdue
}

/**
 * Whether a customer may pay in instalments, judged before the page opens (docs/contract/money.md#risk). All rules in force are
 * asked; the first that speaks gives the reason. Without facts, because the phone is none, rules about the customer see nothing and
 * let pass.
 */
export function judge(rules: RulesInForce, applicant: Applicant, facts: CustomerFacts | undefined): Decision {
  const verdicts = [judgeSize, judgeBlocked, judgeExposure, judgeOrders, judgeOverdue]
    .map((rule) => rule(rules, applicant, facts))
    .filter((verdict) => verdict !== undefined)
  const first = verdicts.find(({ spoke }) => spoke)
  if (first === undefined) return { outcome: 'approved', reason: null, rules: verdicts }
  const size = applicant.amountMinor > rules.largestOrderMinor ? 'order_amount_too_high' : 'order_amount_too_low'
  return { outcome: 'rejected', reason: first.name === 'order_size' ? size : 'not_available', rules: verdicts }
}

/** What a rule says; undefined where it is not in force. */
type Rule = (rules: RulesInForce, applicant: Applicant, facts: CustomerFacts | undefined) => RuleVerdict | undefined

// The limit is the one that was passed, or, of an order within both, the upper.
const judgeSize: Rule = ({ smallestOrderMinor, largestOrderMinor }, { amountMinor, currency }) => {
  const isTooHigh = amountMinor > largestOrderMinor
  const isTooLow = !isTooHigh && amountMinor < smallestOrderMinor
  const limit = formatAmount(isTooLow ? smallestOrderMinor : largestOrderMinor, currency)
  return { name: 'order_size', limit, seen: formatAmount(amountMinor, currency), spoke: isTooHigh || isTooLow }
}

// With test keys a phone that ends in 0002 is on everybody's list (docs/contract/checkout.md#pre-scoring).
const judgeBlocked: Rule = (_, { isBlocked, isTest, phone }) => {
  const seen = isBlocked || (isTest && digitsOf(phone).endsWith('0002'))
  return { name: 'blocked', limit: true, seen, spoke: seen }
}

const judgeExposure: Rule = ({ maxOpenExposureMinor: mostMinor }, { amountMinor, currency }, facts) => {
  if (mostMinor === null) return undefined
  const verdict = { name: 'max_open_exposure', limit: formatAmount(mostMinor, currency) } as const
  if (facts === undefined) return { ...verdict, seen: null, spoke: false }
  const exposureMinor = facts.openMinor + amountMinor
  return { ...verdict, seen: formatAmount(exposureMinor, currency), spoke: exposureMinor > mostMinor }
}

// With this order there would be one more than it has seen.
const judgeOrders: Rule = ({ maxOrdersPerDay: most }, _, facts) => {
  if (most === null) return undefined
  const seen = facts?.ordersLastDay ?? null
  return { name: 'max_orders_per_day', limit: most, seen, spoke: seen !== null && seen >= most }
}

const judgeOverdue: Rule = ({ refuseOverdue }, _, facts) => {
  if (!refuseOverdue) return undefined
  const seen = facts?.isOverdue ?? null
  return { name: 'refuse_overdue', limit: true, seen, spoke: seen === true }
}
