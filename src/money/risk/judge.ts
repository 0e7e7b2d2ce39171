import type { Currency } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { digitsOf } from '../../platform/base/phone.ts'
import { planName } from '../../platform/merchants/stores/plan-terms.ts'
import { termsFor } from '../plans/offers.ts'
import type { PortVerdict } from './port-verdict.ts'
import type { RulesInForce } from './rules.ts'

export type RejectionReason = 'not_available' | 'order_amount_too_high' | 'order_amount_too_low'

/** The facts about a customer in this mode. The phone identifies the customer. */
export interface CustomerFacts {
  /** The amount that the customer owes in the order's currency at all merchants of the region. */
  readonly openMinor: bigint
  /** The customer's orders at this merchant that were authorized in the last 24 hours of the merchant's clock. */
  readonly ordersLastDay: number
  /** Whether a part is overdue at any merchant of the region. */
  readonly isOverdue: boolean
}

/** An order, and the buyer who applies for instalments. */
export interface Applicant {
  readonly amountMinor: bigint
  readonly currency: Currency
  /** As the shop sent it, or as the customer proved it. */
  readonly phone: string
  readonly isTest: boolean
  /** YYYY-MM-DD; null: the customer says so on the page. */
  readonly dob: string | null
  /** The date at the store. */
  readonly today: string
  /** Whether the merchant has blocked the phone or the e-mail. */
  readonly isBlocked: boolean
}

/** In the order of their evaluation. */
export const ruleNames = [
  'order_size',
  'plans',
  'blocked',
  'max_open_exposure',
  'max_orders_per_day',
  'refuse_overdue',
  'age',
] as const

/** The verdict of a rule in force, with its limit and the value that it checked, as shown. `spoke`: it rejected. */
export interface RuleVerdict {
  readonly name: (typeof ruleNames)[number]
  readonly limit: string | number | boolean
  /** The checked value; null if the customer is unknown. */
  readonly seen: string | number | boolean | null
  readonly spoke: boolean
}

/** The decision about an order before the page opened, with its rules. */
export interface Decision {
  /** `referred`: support decides. */
  readonly outcome: 'approved' | 'rejected' | 'referred'
  readonly reason: RejectionReason | null
  readonly rules: readonly RuleVerdict[]
  /** Absent if the decision port was not asked. */
  readonly port?: PortVerdict
  /** When it was made again, as the customer paid; absent: before the page opened. */
  readonly at?: string
  /** The decision before the page opened, if it was made again. */
  readonly before?: Decision
}

/** Whether a rule in force needs the customer's facts. */
export function needsFacts(rules: RulesInForce): boolean {
  return rules.maxOpenExposureMinor !== null || rules.maxOrdersPerDay !== null || rules.refuseOverdue
}

/**
 * Returns the decision whether a customer may pay in instalments, before the page opens (docs/contract/money.md#risk).
 * Evaluates all rules in force; the first that rejects gives the reason. Without facts, because the phone is invalid,
 * rules about the customer approve.
 */
export function judge(rules: RulesInForce, applicant: Applicant, facts: CustomerFacts | undefined): Decision {
  return judgeBy([judgeSize, judgePlans, ...customerRules, judgeAge], rules, applicant, facts)
}

/**
 * Returns the decision whether the customer who pays may owe the order: by the rules about customers. The rules about
 * the order were evaluated before the page opened.
 */
export function judgePayer(rules: RulesInForce, payer: Applicant, facts: CustomerFacts | undefined): Decision {
  return judgeBy(customerRules, rules, payer, facts)
}

function judgeBy(by: readonly Rule[], ...[rules, applicant, facts]: Parameters<Rule>): Decision {
  const verdicts = by.map((rule) => rule(rules, applicant, facts)).filter((verdict) => verdict !== undefined)
  const first = verdicts.find(({ spoke }) => spoke)
  if (first === undefined) return { outcome: 'approved', reason: null, rules: verdicts }
  const size = applicant.amountMinor > rules.largestOrderMinor ? 'order_amount_too_high' : 'order_amount_too_low'
  return { outcome: 'rejected', reason: first.name === 'order_size' ? size : 'not_available', rules: verdicts }
}

/** Returns a decision that the rules let pass, with the verdict of the decision port. */
export function withPort(decision: Decision, port: PortVerdict): Decision {
  if (port.declined_by !== null) return { ...decision, outcome: 'rejected', reason: 'not_available', port }
  return { ...decision, outcome: port.answer === 'refer' ? 'referred' : decision.outcome, port }
}

/**
 * Returns the decision that was made again, as the customer paid. Verdicts and the port's verdict take the place of
 * those before the page opened, which stay where they were not made again.
 */
export function decisionAgain(first: Decision, again: Decision, at: string): Decision {
  const before = first.before ?? first
  const { outcome, reason, port = first.port } = again
  const rules = ruleNames.flatMap((name) => {
    return [again, first].flatMap((one) => one.rules).find((verdict) => verdict.name === name) ?? []
  })
  return { outcome, reason, rules, ...(port && { port }), at, before }
}

/** Returns the verdict of a rule; undefined if it is not in force. */
type Rule = (rules: RulesInForce, applicant: Applicant, facts: CustomerFacts | undefined) => RuleVerdict | undefined

// The limit is the violated one; for an order within both limits, the upper one.
const judgeSize: Rule = ({ smallestOrderMinor, largestOrderMinor }, { amountMinor, currency }) => {
  const isTooHigh = amountMinor > largestOrderMinor
  const isTooLow = !isTooHigh && amountMinor < smallestOrderMinor
  const limit = formatAmount(isTooLow ? smallestOrderMinor : largestOrderMinor, currency)
  return { name: 'order_size', limit, seen: formatAmount(amountMinor, currency), spoke: isTooHigh || isTooLow }
}

// Of a store with terms of its own: whether one of them holds the amount.
const judgePlans: Rule = ({ offers }, { amountMinor, currency }) => {
  if (offers.terms.length === 0) return undefined
  const limit = offers.terms.map(planName).join(', ')
  const spoke = termsFor(offers, amountMinor).length === 0
  return { name: 'plans', limit, seen: formatAmount(amountMinor, currency), spoke }
}

// With test keys a phone that ends in 0002 is always blocked (docs/contract/checkout.md#pre-scoring).
const judgeBlocked: Rule = (_, { isBlocked, isTest, phone }) => {
  const value = isBlocked || (isTest && digitsOf(phone).endsWith('0002'))
  return { name: 'blocked', limit: true, seen: value, spoke: value }
}

const judgeExposure: Rule = ({ maxOpenExposureMinor: mostMinor }, { amountMinor, currency }, facts) => {
  if (mostMinor === null) return undefined
  const verdict = { name: 'max_open_exposure', limit: formatAmount(mostMinor, currency) } as const
  if (facts === undefined) return { ...verdict, seen: null, spoke: false }
  const exposureMinor = facts.openMinor + amountMinor
  return { ...verdict, seen: formatAmount(exposureMinor, currency), spoke: exposureMinor > mostMinor }
}

// The order itself is not counted yet, so the limit is reached by equality.
const judgeOrders: Rule = ({ maxOrdersPerDay: most }, _, facts) => {
  if (most === null) return undefined
  const value = facts?.ordersLastDay ?? null
  return { name: 'max_orders_per_day', limit: most, seen: value, spoke: value !== null && value >= most }
}

const judgeOverdue: Rule = ({ refuseOverdue }, _, facts) => {
  if (!refuseOverdue) return undefined
  const value = facts?.isOverdue ?? null
  return { name: 'refuse_overdue', limit: true, seen: value, spoke: value === true }
}

/** The rules about the customer, in the order of their evaluation. */
const customerRules: readonly Rule[] = [judgeBlocked, judgeExposure, judgeOrders, judgeOverdue]

/** In every market (docs/contract/terms.md#obligations). */
const adultAge = 18

/**
 * Returns the age in years by a date of birth, on this date. Null without one: an age below 1 is a placeholder, because
 * published plug-ins send today's date for guests. Somebody born on a 29th of February is a year older on the 1st of
 * March.
 */
export function ageOn(today: string, dob: string | null): number | null {
  if (dob === null) return null
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) - (today.slice(4) < dob.slice(4) ? 1 : 0)
  return years < 1 ? null : years
}

const judgeAge: Rule = (_, { dob, today }) => {
  const years = ageOn(today, dob)
  return years === null ? undefined : { name: 'age', limit: adultAge, seen: years, spoke: years < adultAge }
}
