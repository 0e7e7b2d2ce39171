import type { Currency } from '../../platform/base/markets.ts'
import { least, splitEqually } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { PlanTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { daysLater, type LocalDate, localDateOf, monthsLater, startOf } from './local-time.ts'
import { serviceFeeOf } from './service-fee.ts'

/** A part of an order, with its due date. */
export interface Part {
  readonly dueDate: LocalDate
  /** Principal and fee. */
  readonly amountMinor: bigint
  readonly feeMinor: bigint
}

/** What is divided into parts: the terms, the order's amount in minor units, and the time of the first part. */
export interface PlanBasis {
  readonly terms: PlanTerms
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly startsAt: Instant
}

/** Returns the parts of an order. They always sum to it and its fee (docs/contract/terms.md#in-figures). */
export function splitIntoParts({ terms, currency, amountMinor, startsAt }: PlanBasis): readonly Part[] {
  const first = localDateOf(startsAt, currency)
  const fees = feesOf(terms, amountMinor)
  return principalsOf(terms, amountMinor).map((principalMinor, index) => {
    const feeMinor = fees[index] ?? 0n
    return { dueDate: dueDateOf(terms, first, index), amountMinor: principalMinor + feeMinor, feeMinor }
  })
}

/** Returns the part that is paid at checkout, with its fee, in minor units. */
export function downPaymentOf(terms: PlanTerms, amountMinor: bigint): bigint {
  return (principalsOf(terms, amountMinor)[0] ?? 0n) + (feesOf(terms, amountMinor)[0] ?? 0n)
}

/** Returns the parts of an order without the fee. The last one has the remainder of the division. */
export function principalsOf({ count, downPayment }: PlanTerms, amountMinor: bigint): readonly bigint[] {
  if (downPayment === null) return splitEqually(amountMinor, count)
  const firstMinor = (amountMinor * BigInt(downPayment)) / 10_000n
  return [firstMinor, ...splitEqually(amountMinor - firstMinor, count - 1)]
}

function feesOf(terms: PlanTerms, amountMinor: bigint): readonly bigint[] {
  const feeMinor = serviceFeeOf(terms, amountMinor)
  return terms.feeOn === 'first' ? [feeMinor] : splitEqually(feeMinor, terms.count)
}

function dueDateOf({ period }: PlanTerms, first: LocalDate, index: number): LocalDate {
  return period === 'P1M' ? monthsLater(first, index) : daysLater(first, 14 * index)
}

export type InstallmentStatus = 'paid' | 'scheduled' | 'due' | 'overdue' | 'cancelled'
export type PlanStatus = 'active' | 'overdue' | 'defaulted' | 'completed' | 'cancelled'

/** The facts that a plan is computed from. Amounts in minor units. It starts with the first charge. */
export interface PlanFacts extends PlanBasis {
  /** The plan's total: the amount while AUTHORIZED, captured − refunded once CLOSED, and the fee that is kept. */
  readonly totalMinor: bigint
  /** The paid and the written-off amount: it covers the instalments in their order. */
  readonly coveredMinor: bigint
  /** The times of declined later charges. */
  readonly declinedAt: readonly Instant[]
  readonly isDefaulted: boolean
}

export interface Installment {
  /** From 1. */
  readonly number: number
  readonly dueDate: LocalDate
  readonly amountMinor: bigint
  readonly paidMinor: bigint
  /** The fee in it, as planned. */
  readonly feeMinor: bigint
  readonly status: InstallmentStatus
}

export interface Plan {
  readonly status: PlanStatus
  readonly installments: readonly Installment[]
}

/**
 * Returns the plan of a payment at this time (docs/contract/money.md#the-plan). A smaller total shrinks it from the
 * last instalment backwards; its instalments always sum to the total.
 */
export function planAt(facts: PlanFacts, now: Instant): Plan {
  let room = facts.totalMinor
  let covering = facts.coveredMinor
  const installments = splitIntoParts(facts).map(({ dueDate, amountMinor: planned, feeMinor }, index): Installment => {
    const amountMinor = least(planned, room)
    const paidMinor = least(amountMinor, covering)
    room -= amountMinor
    covering -= paidMinor
    const status = installmentStatus(facts, { dueDate, amountMinor, paidMinor }, now)
    return { number: index + 1, dueDate, amountMinor, paidMinor, feeMinor, status }
  })
  return { status: planStatus(installments, facts.isDefaulted), installments }
}

function installmentStatus(
  { currency, declinedAt }: PlanFacts,
  { dueDate, amountMinor, paidMinor }: Pick<Installment, 'dueDate' | 'amountMinor' | 'paidMinor'>,
  now: Instant,
): InstallmentStatus {
  if (amountMinor === 0n) return 'cancelled'
  if (paidMinor === amountMinor) return 'paid'
  const dueAt = startOf(dueDate, currency)
  if (now < dueAt) return 'scheduled'
  return declinedAt.some((at) => at >= dueAt) ? 'overdue' : 'due'
}

function planStatus(installments: readonly Installment[], isDefaulted: boolean): PlanStatus {
  const has = (expected: InstallmentStatus): boolean => installments.some(({ status }) => status === expected)
  if (installments.every(({ status }) => status === 'cancelled')) return 'cancelled'
  if (installments.every(({ status }) => status === 'cancelled' || status === 'paid')) return 'completed'
  if (isDefaulted) return 'defaulted'
  return has('overdue') ? 'overdue' : 'active'
}

/** Returns the open amount of an instalment, in minor units. */
export function leftOf({ amountMinor, paidMinor }: Installment): bigint {
  return amountMinor - paidMinor
}
