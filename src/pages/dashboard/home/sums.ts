import type { FunnelDay } from '../../../money/checkout/figures/load-funnel.ts'
import type { DayFigures } from '../../../money/payments/figures/day-figures.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { decimalsOf } from '../../../platform/base/money.ts'

/** The sums of a period's days. Amounts in minor units. */
export interface Sums {
  readonly authorized: number
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly disputed: number
}

/** Adds up the days of one currency. */
export function sumDays(days: readonly DayFigures[]): Sums {
  const count = (of: (day: DayFigures) => number): number => days.reduce((sum, day) => sum + of(day), 0)
  const minor = (of: (day: DayFigures) => bigint): bigint => days.reduce((sum, day) => sum + of(day), 0n)
  return {
    authorized: count(({ authorized }) => authorized),
    authorizedMinor: minor(({ authorizedMinor }) => authorizedMinor),
    capturedMinor: minor(({ capturedMinor }) => capturedMinor),
    refundedMinor: minor(({ refundedMinor }) => refundedMinor),
    disputed: count(({ disputed }) => disputed),
  }
}

export type FunnelSums = Omit<FunnelDay, 'date'>

/**
 * Adds up the funnel of the days. An approved session counts in every step, also if a sandbox approved it without a
 * page.
 */
export function sumFunnel(days: readonly FunnelDay[]): FunnelSums & { readonly bySandbox: number } {
  const count = (of: (day: FunnelDay) => number): number => days.reduce((sum, day) => sum + of(day), 0)
  const approved = count((day) => day.approved)
  const proved = count((day) => Math.max(day.codeProved, day.approved))
  return {
    opened: count((day) => day.opened),
    pageOpened: count((day) => Math.max(day.pageOpened, day.codeProved, day.approved)),
    codeProved: proved,
    approved,
    bySandbox: proved - count((day) => day.codeProved),
  }
}

/** Returns the share of the whole; 0 if the whole is 0. */
export function shareOf(part: bigint | number, whole: bigint | number): number {
  return Number(whole) === 0 ? 0 : Number(part) / Number(whole)
}

/** Returns the growth since the period before, as a share of it. Negative for less, undefined if it was 0. */
export function growthOf(now: bigint, before: bigint): number | undefined {
  return before === 0n ? undefined : Number(now - before) / Number(before)
}

/** Returns an amount as a height to draw, in whole units of its currency. Never calculate with it. */
export function drawnAmount(amountMinor: bigint, currency: Currency): number {
  return Number(amountMinor) / 10 ** decimalsOf(currency)
}
