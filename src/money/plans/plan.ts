import type { Currency } from '../../platform/base/markets.ts'
import { least, splitEqually } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import { type LocalDate, localDateOf, monthsLater, startOf } from './local-time.ts'

/**
 * Four equal parts: the first is paid at checkout, three follow at monthly intervals
 * (docs/contract/checkout.md#the-plan).
 */
export const parts = 4
export const laterParts = parts - 1
export const downPaymentPercent = 100 / parts
export const installmentPeriod = 'P1M'

/** A part of an order, with its due date. */
export interface Part {
  readonly dueDate: LocalDate
  readonly amountMinor: bigint
}

/** Returns the parts of an amount. They always sum to it; the last part has the remainder of the division. */
export function splitIntoParts(amountMinor: bigint, currency: Currency, startsAt: Instant): readonly Part[] {
  const first = localDateOf(startsAt, currency)
  return splitEqually(amountMinor, parts).map((part, index) => {
    return { dueDate: monthsLater(first, index), amountMinor: part }
  })
}

/** Returns the part that is paid at checkout, in minor units. */
export function downPaymentOf(amountMinor: bigint): bigint {
  return splitEqually(amountMinor, parts)[0] ?? 0n
}

export type InstallmentStatus = 'paid' | 'scheduled' | 'due' | 'overdue' | 'cancelled'
export type PlanStatus = 'active' | 'overdue' | 'defaulted' | 'completed' | 'cancelled'

/** The facts that a plan is computed from. Amounts in minor units. */
export interface PlanFacts {
  readonly currency: Currency
  /** The authorized amount, and the time of authorization. */
  readonly amountMinor: bigint
  readonly startsAt: Instant
  /** The plan's total: the amount while AUTHORIZED, captured − refunded once CLOSED. */
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
  const split = splitIntoParts(facts.amountMinor, facts.currency, facts.startsAt)
  const installments = split.map(({ dueDate, amountMinor: planned }, index): Installment => {
    const amountMinor = least(planned, room)
    const paidMinor = least(amountMinor, covering)
    room -= amountMinor
    covering -= paidMinor
    const status = installmentStatus(facts, { dueDate, amountMinor, paidMinor }, now)
    return { number: index + 1, dueDate, amountMinor, paidMinor, status }
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
