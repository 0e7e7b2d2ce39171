import type { ProfileName } from '../../platform/base/market-entries.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { marketOf } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { formatPercent, maxPercent } from '../../platform/merchants/stores/fee-rates.ts'
import { standardTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { listAgreements, listMonthlyCharges } from '../charges/nearest.ts'
import { listYoungestCustomers } from '../checkout/nearest.ts'
import { listContactedPhones, listExposures } from '../collections/nearest.ts'
import { listSilences } from '../disputes/nearest.ts'
import { type BrokenRule, brokenRules } from '../obligations/judge-terms.ts'
import { everyMarket, type Profile, profileOf } from '../obligations/profiles.ts'
import { listHighestFees, listLongestPlans } from '../payments/nearest.ts'

/** A rule of the land, and how the service keeps it (docs/obligations.md). */
export interface ObligationRule {
  readonly rule: string
  /** What the service does, for people. */
  readonly does: string
  /** The source files that carry it out, and a test that shows it. */
  readonly where: readonly string[]
  readonly test: string
  /** Returns the rule's source and value in a market's profile; undefined if the profile does not have it. */
  of(profile: Profile, currency: Currency): ProfileRule | undefined
  /** The report of the payments that are nearest to the limit, and how its values are shown. */
  readonly nearest: typeof listExposures
  readonly show: (value: string, currency: Currency) => string
  /** Whether a value of the report is beyond the limit. */
  readonly isBeyond: (value: string, currency: Currency) => boolean
}

interface ProfileRule {
  readonly value: string
  readonly source: string
  readonly isConfirmed: boolean
}

type Sourced = Omit<ProfileRule, 'value'>

function ruleOf<Rule extends Sourced>(rule: Rule | undefined, value: (rule: Rule) => string): ProfileRule | undefined {
  return rule && { value: value(rule), source: rule.source, isConfirmed: rule.isConfirmed }
}

/** Returns a rule of every market. Its source is confirmed in the country that it is of. */
function everywhere(
  { source, confirmedIn }: { readonly source: string; readonly confirmedIn: readonly ProfileName[] },
  currency: Currency,
  value: string,
): ProfileRule {
  return { value, source, isConfirmed: confirmedIn.includes(marketOf(currency).profile) }
}

const asIs = (value: string): string => value

/** Returns whether the terms of this name, such as `6xP1M`, break a rule of the market's profile. */
function breaks(rule: BrokenRule['rule']): ObligationRule['isBeyond'] {
  return (plan, currency) => {
    const [count, period] = plan.split('x')
    const terms = { ...standardTerms, count: Number(count), period: period === 'P2W' ? period : 'P1M' } as const
    return brokenRules(terms, { currency, smallestOrderMinor: 1n }).some((broken) => broken.rule === rule)
  }
}

function lengthOf(plan: string): string {
  const [count = '', period] = plan.split('x')
  const later = Number(count) - 1
  return period === 'P2W' ? `${later * 14} days` : `${later} months`
}

/** The rules, in the order in which they are shown. */
export const obligationRules: readonly ObligationRule[] = [
  {
    rule: 'max_open_exposure',
    does: 'Rejects a live order with which the customer would owe more, over all merchants: by the phone of the order before the page opens, and by the phone that was proved before the first charge. A higher limit of a merchant needs somebody who answers for it.',
    where: [
      'src/money/risk/judge.ts',
      'src/money/checkout/charges/open-first-charge.ts',
      'src/money/obligations/judge-exposure.ts',
    ],
    test: 'test/concurrency/exposure.test.ts',
    of: (profile, currency) =>
      ruleOf(
        profile.maxOpenExposure,
        () => `${formatAmount(marketOf(currency).largestExposureMinor, currency)} ${currency}`,
      ),
    nearest: listExposures,
    show: (minor, currency) => formatAmount(BigInt(minor), currency),
    isBeyond: (minor, currency) => BigInt(minor) > marketOf(currency).largestExposureMinor,
  },
  {
    rule: 'longest_plan',
    does: 'Refuses plans of a store that end later than this after their first part.',
    where: ['src/money/obligations/judge-terms.ts'],
    test: 'test/api/plan-terms.test.ts',
    of: (profile) => ruleOf(profile.longestPlan, ({ value }) => `${value} months`),
    nearest: listLongestPlans,
    show: lengthOf,
    isBeyond: breaks('longest_plan'),
  },
  {
    rule: 'most_parts',
    does: 'Refuses plans of a store with more parts.',
    where: ['src/money/obligations/judge-terms.ts'],
    test: 'test/api/plan-terms.test.ts',
    of: (profile) => ruleOf(profile.mostParts, ({ value }) => `${value} parts`),
    nearest: listLongestPlans,
    show: (plan) => `${plan.split('x')[0]} parts`,
    isBeyond: breaks('most_parts'),
  },
  {
    rule: 'part_a_month',
    does: 'Refuses plans of a store with two due dates in a calendar month.',
    where: ['src/money/obligations/judge-terms.ts'],
    test: 'test/api/plan-terms.test.ts',
    of: (profile) => ruleOf(profile.partAMonth, () => '1 due date in a calendar month'),
    nearest: listLongestPlans,
    show: asIs,
    isBeyond: breaks('part_a_month'),
  },
  {
    rule: 'customer_fees',
    does: 'Refuses plans of a store with a higher fee for the customer. A fixed fee is judged at the smallest order.',
    where: ['src/money/obligations/judge-terms.ts', 'src/money/obligations/change-store-within.ts'],
    test: 'test/api/plan-terms.test.ts',
    of: (profile) =>
      ruleOf(profile.customerFees, ({ value }) => (value === 0 ? 'none' : `${formatPercent(value)} % of the order`)),
    nearest: listHighestFees,
    show: (percent) => `${percent} %`,
    isBeyond: (percent, currency) =>
      Math.round(Number(percent) * 100) > (profileOf(currency).customerFees?.value ?? maxPercent),
  },
  {
    rule: 'age',
    does: 'Rejects an order whose date of birth says that the customer is younger. Without one the customer says so on the payment page.',
    where: ['src/money/risk/judge.ts', 'src/pages/payment-page/views/confirm.ts'],
    test: 'src/money/risk/judge.test.ts',
    of: (_, currency) => everywhere(everyMarket.age, currency, `${everyMarket.age.value} years`),
    nearest: listYoungestCustomers,
    show: asIs,
    isBeyond: (years) => Number(years) < everyMarket.age.value,
  },
  {
    rule: 'charges_a_month',
    does: 'Charges the oldest open part, and the next one in the next calendar month. What customers pay on their own is not limited.',
    where: ['src/money/plans/schedule.ts', 'src/money/plans/charge-again.ts'],
    test: 'test/api/collection-obligations.test.ts',
    of: (profile) => ruleOf(profile.chargesAMonth, ({ value }) => `${value} part in a calendar month`),
    nearest: listMonthlyCharges,
    show: asIs,
    isBeyond: (charges, currency) => Number(charges) > (profileOf(currency).chargesAMonth?.value ?? Infinity),
  },
  {
    rule: 'silence_during_dispute',
    does: 'Charges nothing for a disputed payment, and sends no reminder and no message about a failed charge.',
    where: ['src/money/plans/schedule.ts', 'src/money/collections/messages/claiming.ts'],
    test: 'test/api/collection-obligations.test.ts',
    of: (_, currency) => everywhere(everyMarket.silence, currency, 'no charge by the service'),
    nearest: listSilences,
    show: (count) => `${count} charges`,
    isBeyond: (charges) => Number(charges) > 0,
  },
  {
    rule: 'contacts',
    does: 'Puts off messages about plans that come too often to a phone, or at night.',
    where: ['src/money/collections/messages/contact-times.ts', 'src/money/collections/messages/claiming.ts'],
    test: 'test/api/contacts.test.ts',
    of: (_, currency) => {
      const { count, days, from, until } = everyMarket.contacts.value
      return everywhere(everyMarket.contacts, currency, `${count} in ${days} days, between ${from} and ${until}`)
    },
    nearest: listContactedPhones,
    show: asIs,
    isBeyond: (messages) => Number(messages) > everyMarket.contacts.value.count,
  },
  {
    rule: 'agreed_terms',
    does: 'Keeps what the customer agreed to by paying: text, version, language, time, network, session and hash.',
    where: ['src/money/checkout/agreement/agreement.ts', 'src/money/charges/agreement.ts'],
    test: 'test/api/agreed-terms.test.ts',
    of: (_, currency) => everywhere(everyMarket.agreedTerms, currency, 'kept with each payment'),
    nearest: listAgreements,
    show: asIs,
    isBeyond: (value) => value === 'not kept',
  },
]
