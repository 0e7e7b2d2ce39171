import type { Instant } from '../../platform/base/times.ts'
import { daysLater, isDate, type LocalDate, monthsLater } from '../plans/local-time.ts'
import type { Payout } from './payout.ts'
import { payoutTimeOf, type Settlement, type Sums } from './settlement.ts'

/** A calendar month: YYYY-MM. */
export type Month = string

/** A day of a month, with the balance that is carried before and after it. */
export interface MonthDay extends Settlement {
  readonly closingMinor: bigint
}

/** The settlements of one store in a calendar month. */
export interface MonthStatement extends Sums {
  readonly month: Month
  /** Oldest first, without days on which nothing moved. */
  readonly days: readonly MonthDay[]
  /** The payouts that end with a day of the month, in the order of their days. */
  readonly payouts: readonly Payout[]
  readonly openingMinor: bigint
  readonly paidOutMinor: bigint
  readonly closingMinor: bigint
  /** Whether the month is not over, or a day of it is not closed. */
  readonly isRunning: boolean
  /** When the last closed days are paid, if this is in the future. */
  readonly payableAt: Instant | null
}

export function isMonth(text: string): text is Month {
  return /^\d{4}-\d\d$/.test(text) && isDate(`${text}-01`)
}

/** Returns the first and the last date of a month. */
export function datesOf(month: Month): { readonly first: LocalDate; readonly last: LocalDate } {
  const first = `${month}-01`
  return { first, last: daysLater(monthsLater(first, 1), -1) }
}

interface Parts {
  readonly month: Month
  readonly days: readonly Settlement[]
  readonly payouts: readonly Payout[]
  /** The sum of earlier days that no earlier payout has paid. */
  readonly openingMinor: bigint
  readonly today: LocalDate
  readonly now: Instant
}

/** Returns the statement of a month. Its sums are those of its days, and the balance goes on from day to day. */
export function monthStatementOf({ month, days, payouts, openingMinor, today, now }: Parts): MonthStatement {
  let balance = openingMinor
  const withBalance = days.map((day): MonthDay => {
    const before = balance
    balance += day.netMinor - day.paidOutMinor
    return { ...day, openingMinor: before, closingMinor: balance }
  })
  const sum = (of: (day: Settlement) => bigint): bigint => days.reduce((total, day) => total + of(day), 0n)
  const last = days.findLast(({ status }) => status !== 'open')
  const payableAt = last === undefined || last.payoutId !== null ? null : payoutTimeOf(last.date, last.currency)
  return {
    ...{ month, days: withBalance, payouts, openingMinor, closingMinor: balance },
    capturesMinor: sum(({ capturesMinor }) => capturesMinor),
    refundsMinor: sum(({ refundsMinor }) => refundsMinor),
    disputeRefundsMinor: sum(({ disputeRefundsMinor }) => disputeRefundsMinor),
    feesMinor: sum(({ feesMinor }) => feesMinor),
    vatMinor: sum(({ vatMinor }) => vatMinor),
    netMinor: sum(({ netMinor }) => netMinor),
    paidOutMinor: sum(({ paidOutMinor }) => paidOutMinor),
    isRunning: today <= datesOf(month).last || days.some(({ status }) => status === 'open'),
    payableAt: payableAt !== null && payableAt > now ? payableAt : null,
  }
}
