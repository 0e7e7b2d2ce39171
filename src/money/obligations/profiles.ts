import type { ProfileName } from '../../platform/base/market-entries.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { marketOf } from '../../platform/base/markets.ts'

/** Where a rule stands. `isConfirmed`: false for a source that the operator must confirm, also one of another country. */
interface Source {
  readonly source: string
  readonly isConfirmed: boolean
}

interface Rule<Value> extends Source {
  readonly value: Value
}

/** What a market allows a store to offer (docs/contract/terms.md#obligations). A missing rule limits nothing. */
export interface Profile {
  readonly version: number
  /** The most that a customer may owe. The market has the amount. */
  readonly maxOpenExposure?: Source
  /** The most months from the first due date to the last one. */
  readonly longestPlan?: Rule<number>
  readonly mostParts?: Rule<number>
  /** Whether two due dates may not be in one calendar month. */
  readonly partAMonth?: Rule<true>
  /** How many parts the service may charge in a calendar month: the oldest that are open. */
  readonly chargesAMonth?: Rule<1>
  /** The highest fee of a customer, in hundredths of a percent of the order. */
  readonly customerFees?: Rule<number>
}

const uae = 'https://rulebook.centralbank.ae/en/rulebook/article-23-permitted-activities'
const ksa = 'https://rulebook.sama.gov.sa/en/entiresection/6549'
const ksaCollection = 'https://rulebook.sama.gov.sa/en/entiresection/10411'
const ksaContacts = 'https://rulebook.sama.gov.sa/en/node/2076'
const kuwait = 'https://almorakebgroup.com'

/** A rule that is kept in every market. `confirmedIn`: the profiles of the country that its source is of. */
interface EveryMarketRule {
  readonly value: unknown
  readonly source: string
  readonly confirmedIn: readonly ProfileName[]
}

/**
 * The rules of every market. `age`: in years. `silence`: whether the service is silent during a dispute. `contacts`: how
 * many messages about plans a phone may get in how many days (per merchant and mode), and from when until when, by the
 * clocks of its country. `agreedTerms`: whether what a customer agreed to is kept.
 */
export const everyMarket = {
  age: { value: 18, source: ksa, confirmedIn: ['ksa'] },
  silence: { value: true, source: ksaCollection, confirmedIn: ['ksa'] },
  contacts: {
    value: { count: 10, days: 30, from: '08:00', until: '21:00' },
    ...{ source: ksaContacts, confirmedIn: ['ksa'] },
  },
  agreedTerms: { value: true, source: ksa, confirmedIn: ['ksa'] },
} as const satisfies Readonly<Record<string, EveryMarketRule>>

/** The profiles, as data. None of it is legal advice. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  uae: {
    version: 1,
    maxOpenExposure: { source: uae, isConfirmed: true },
    longestPlan: { value: 12, source: uae, isConfirmed: true },
    customerFees: { value: 30_00, source: uae, isConfirmed: true },
  },
  ksa: {
    version: 1,
    maxOpenExposure: { source: ksa, isConfirmed: true },
    mostParts: { value: 12, source: ksa, isConfirmed: true },
    partAMonth: { value: true, source: ksaCollection, isConfirmed: true },
    chargesAMonth: { value: 1, source: ksaCollection, isConfirmed: true },
    customerFees: { value: 0, source: ksa, isConfirmed: true },
  },
  kuwait: {
    version: 1,
    maxOpenExposure: { source: kuwait, isConfirmed: false },
    longestPlan: { value: 4, source: kuwait, isConfirmed: false },
    customerFees: { value: 0, source: kuwait, isConfirmed: false },
  },
  none: { version: 1 },
}

/** Returns the profile of a currency's market. */
export function profileOf(currency: Currency): Profile {
  return profiles[marketOf(currency).profile]
}
