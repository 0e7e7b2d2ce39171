import fc from 'fast-check'

// Terms of plans, computed from the contract alone (docs/contract/terms.md#in-figures), for testkit/plan-model.ts. The
// model shares no code with the service. Amounts in minor units, percentages in hundredths of a percent.

export interface ModelTerms {
  readonly count: number
  readonly period: 'P1M' | 'P2W'
  readonly downPayment: number | null
  readonly feePercent: number
  readonly feeFixed: number
  readonly feeOn: 'first' | 'spread'
  /** What stays of the fee after a refund. */
  readonly feeRefund: 'proportion' | 'all' | 'none'
}

/** A store without terms of its own. */
export const usualTerms: ModelTerms = {
  ...{ count: 4, period: 'P1M', downPayment: null, feePercent: 0, feeFixed: 0 },
  ...{ feeOn: 'first', feeRefund: 'proportion' },
}

const ownTerms: fc.Arbitrary<ModelTerms> = fc.record({
  count: fc.integer({ min: 2, max: 12 }),
  period: fc.constantFrom('P1M', 'P2W'),
  downPayment: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 9_999 })),
  feePercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })),
  feeFixed: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
  feeOn: fc.constantFrom('first', 'spread'),
  feeRefund: fc.constantFrom('proportion', 'all', 'none'),
})

/** Null: the store has no terms of its own. */
export const randomTerms = fc.oneof(fc.constant(null), ownTerms)

/** Returns a share, rounded half away from zero. */
function shareOf(amount: number, numerator: number, denominator: number): number {
  return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)))
}

export function feeOf({ feePercent, feeFixed }: ModelTerms, amount: number): number {
  return shareOf(amount, feePercent, 10_000) + feeFixed
}

/** Returns the fee that is kept of a closed payment. `principal`: captured less refunded. */
export function keptFeeOf(terms: ModelTerms, amount: number, captured: number, principal: number): number {
  const fee = feeOf(terms, amount)
  if (captured === 0) return 0
  if (terms.feeRefund === 'none' || principal === amount) return fee
  return terms.feeRefund === 'all' ? 0 : fee - shareOf(fee, amount - principal, amount)
}

/** Returns the amounts of the parts: principal and fee. */
export function partsOf(terms: ModelTerms, amount: number): readonly number[] {
  const { count, feeOn } = terms
  const fee = feeOf(terms, amount)
  const fees = feeOn === 'first' ? [fee, ...Array<number>(count - 1).fill(0)] : equalParts(fee, count)
  return principalsOf(terms, amount).map((principal, index) => principal + (fees[index] ?? 0))
}

/** Whether terms can be offered: no part of the order is zero. */
export function canBeOffered(terms: ModelTerms, amount: number): boolean {
  return principalsOf(terms, amount).every((part) => part > 0)
}

function principalsOf({ count, downPayment }: ModelTerms, amount: number): number[] {
  if (downPayment === null) return equalParts(amount, count)
  const first = Math.floor((amount * downPayment) / 10_000)
  return [first, ...equalParts(amount - first, count - 1)]
}

function equalParts(amount: number, count: number): number[] {
  const each = Math.floor(amount / count)
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? each : amount - each * (count - 1)))
}

/** Returns the terms as `PUT /sandbox/stores/{merchant_code}/plans` takes them, beyond the market's profile, too. */
export function plansBodyOf(terms: ModelTerms, amountText: (minor: number) => string): object {
  const { count, period, downPayment, feePercent, feeFixed, feeOn, feeRefund } = terms
  const percent = (hundredths: number): string => (hundredths / 100).toFixed(2)
  const own = {
    ...{ count, period, down_payment: downPayment === null ? null : percent(downPayment) },
    service_fee: { percent: percent(feePercent), fixed: amountText(feeFixed) },
    fee_on: feeOn,
  }
  return { plans: [own], service_fee_refund: feeRefund, accept_responsibility: true }
}
