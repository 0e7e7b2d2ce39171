import type { FunnelDay } from '../../../money/checkout/figures/load-funnel.ts'
import type { DayFigures } from '../../../money/payments/figures/day-figures.ts'
import { type Currency, decimalsOf } from '../../../platform/base/money.ts'

/** What the days of a period come to. Amounts in minor units. */
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

/** Adds up how far the sessions of the days have come: what was approved has taken every step, also where a sandbox took it by itself. */
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

/** Which part of the whole it is; 0 of nothing. */
export function shareOf(part: bigint | number, whole: bigint | number): number {
  return Number(whole) === 0 ? 0 : Number(part) / Number(whole)
}

/** How much more it is than before, as a share of that: below zero for less; undefined where there was nothing before. */
export function growthOf(now: bigint, before: bigint): number | undefined {
  return before === 0n ? undefined : Number(now - before) / Number(before)
}

/** An amount as a height to be drawn, in whole currency units: never to be counted with. */
export function drawnAmount(amountMinor: bigint, currency: Currency): number {
  return Number(amountMinor) / 10 ** decimalsOf(currency)
}
