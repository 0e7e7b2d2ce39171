import type { Currency } from '../../base/markets.ts'
import { formatAmount, parseAmount } from '../../base/money.ts'
import { formatPercent, parsePercent } from './fee-rates.ts'

export const periods = ['P1M', 'P2W'] as const
export type Period = (typeof periods)[number]

/** The part of the plan that has the customer's fee: the first one, or each its share. */
export const feePlaces = ['first', 'spread'] as const
export type FeePlace = (typeof feePlaces)[number]

/** The fewest and the most parts of a plan, and the most terms of a store. */
export const partLimits = { least: 2, most: 12 } as const
export const maxTerms = 4

/** How an order is divided into parts, and what the customer pays for it (docs/contract/terms.md#plan-terms). */
export interface PlanTerms {
  readonly count: number
  readonly period: Period
  /** The first part in hundredths of a percent of the order; null: equal parts. */
  readonly downPayment: number | null
  /** The customer's fee: hundredths of a percent of the order, and a fixed amount in minor units. */
  readonly serviceFee: { readonly percent: number; readonly fixedMinor: bigint }
  readonly feeOn: FeePlace
  /** The orders that may have these terms, in minor units, both ends included; null: without an end. */
  readonly minMinor: bigint | null
  readonly maxMinor: bigint | null
}

/** Four equal monthly parts without a fee, for every order: the terms of a store that has none of its own. */
export const standardTerms: PlanTerms = {
  count: 4,
  period: 'P1M',
  downPayment: null,
  serviceFee: { percent: 0, fixedMinor: 0n },
  feeOn: 'first',
  minMinor: null,
  maxMinor: null,
}

/** How much of the customer's fee a refund gives back (docs/contract/terms.md#in-figures). */
export const serviceFeeRefunds = ['proportion', 'all', 'none'] as const
export type ServiceFeeRefund = (typeof serviceFeeRefunds)[number]

/** The terms that a store offers, in order; none: the standard terms. */
export interface PlanOffers {
  readonly terms: readonly PlanTerms[]
  readonly feeRefund: ServiceFeeRefund
}

export const standardOffers: PlanOffers = { terms: [], feeRefund: 'proportion' }

/** Returns the name of terms among those of a store for one amount, such as `6xP1M`. */
export function planName({ count, period }: Pick<PlanTerms, 'count' | 'period'>): string {
  return `${count}x${period}`
}

/** Whether an order of this amount may have the terms. */
export function holdsAmount({ minMinor, maxMinor }: PlanTerms, amountMinor: bigint): boolean {
  return (minMinor === null || amountMinor >= minMinor) && (maxMinor === null || amountMinor <= maxMinor)
}

/** Terms as JSON: on the wire, and stored. Amounts have the currency's decimals, percentages two. */
export interface PlanTermsRecord {
  readonly count: number
  readonly period: Period
  readonly down_payment: string | null
  readonly service_fee: { readonly percent: string; readonly fixed: string }
  readonly fee_on: FeePlace
  readonly min_amount: string | null
  readonly max_amount: string | null
}

/** A store's terms as they are stored, in JSON. A null in place of a record means the standard terms. */
export interface PlanOffersRecord {
  readonly terms: readonly PlanTermsRecord[]
  readonly fee_refund: ServiceFeeRefund
}

export function termsRecordOf(terms: PlanTerms, currency: Currency): PlanTermsRecord {
  const optional = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor, currency))
  const { percent, fixedMinor } = terms.serviceFee
  return {
    count: terms.count,
    period: terms.period,
    down_payment: terms.downPayment === null ? null : formatPercent(terms.downPayment),
    service_fee: { percent: formatPercent(percent), fixed: formatAmount(fixedMinor, currency) },
    fee_on: terms.feeOn,
    min_amount: optional(terms.minMinor),
    max_amount: optional(terms.maxMinor),
  }
}

/** Returns stored terms. Throws for a record that this service has not written. */
export function termsFrom(record: PlanTermsRecord, currency: Currency): PlanTerms {
  const minorOf = (text: string): bigint => {
    const minor = parseAmount(text, currency)
    if (typeof minor !== 'bigint') throw new Error(`stored terms have an amount ${text} ${currency}: ${minor}`)
    return minor
  }
  const hundredthsOf = (text: string): number => {
    const hundredths = parsePercent(text)
    if (hundredths === undefined) throw new Error(`stored terms have a percentage ${text}`)
    return hundredths
  }
  const { count, period, down_payment, service_fee, fee_on: feeOn, min_amount, max_amount } = record
  return {
    ...{ count, period, feeOn },
    downPayment: down_payment === null ? null : hundredthsOf(down_payment),
    serviceFee: { percent: hundredthsOf(service_fee.percent), fixedMinor: minorOf(service_fee.fixed) },
    minMinor: min_amount === null ? null : minorOf(min_amount),
    maxMinor: max_amount === null ? null : minorOf(max_amount),
  }
}

/** Returns the record of a store's terms; null for the standard ones. */
export function offersRecordOf({ terms, feeRefund }: PlanOffers, currency: Currency): PlanOffersRecord | null {
  if (terms.length === 0 && feeRefund === standardOffers.feeRefund) return null
  return { terms: terms.map((one) => termsRecordOf(one, currency)), fee_refund: feeRefund }
}

export function offersFrom(record: PlanOffersRecord | null, currency: Currency): PlanOffers {
  if (record === null) return standardOffers
  return { terms: record.terms.map((one) => termsFrom(one, currency)), feeRefund: record.fee_refund }
}
