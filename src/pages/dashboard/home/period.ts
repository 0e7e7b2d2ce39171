import type { Period } from '../../../money/payments/figures/day-figures.ts'
import { daysLater, isDate, type LocalDate, monthsLater } from '../../../money/plans/local-time.ts'
import { day } from '../../../platform/base/times.ts'

/** The periods without typed days. All of them end today. */
export const choices = ['7d', '30d', '90d', 'year'] as const
export type Choice = (typeof choices)[number]

/** The longest period in days: a leap year. */
export const mostDays = 366

export type PeriodProblem = 'no day' | 'wrong order' | 'too long'

export interface ChosenPeriod extends Period {
  /** Undefined: the days were typed. */
  readonly choice: Choice | undefined
  /** The same number of days, just before. */
  readonly before: Period
  /** The typed days with their error. Then the page shows the default period. */
  readonly typed: { readonly from: string; readonly to: string }
  readonly problems: { readonly from?: PeriodProblem; readonly to?: PeriodProblem }
}

/**
 * Returns the period of an address: `period`, or the days `from` and `to`. Thirty days up to today if the address
 * has no valid one.
 */
export function readPeriod(query: (name: string) => string | undefined, today: LocalDate): ChosenPeriod {
  const typed = { from: query('from') ?? '', to: query('to') ?? '' }
  const requested = choices.find((choice) => choice === query('period'))
  if (typed.from === '' && typed.to === '') return chosen(requested ?? '30d', today, typed, {})
  const problems = findProblems(typed, today)
  if (problems.from !== undefined || problems.to !== undefined) return chosen('30d', today, typed, problems)
  const to = typed.to === '' || typed.to > today ? today : typed.to
  const from = typed.from === '' ? daysLater(to, -29) : typed.from
  return { ...withBefore({ from, to }), choice: undefined, typed: { from, to }, problems }
}

/** Returns the number of days in the period. */
export function lengthOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day) + 1
}

function chosen(choice: Choice, today: LocalDate, typed: ChosenPeriod['typed'], problems: ChosenPeriod['problems']) {
  const firsts: Readonly<Record<Choice, LocalDate>> = {
    '7d': daysLater(today, -6),
    '30d': daysLater(today, -29),
    '90d': daysLater(today, -89),
    year: daysLater(monthsLater(today, -12), 1),
  }
  return { ...withBefore({ from: firsts[choice], to: today }), choice, typed, problems }
}

function withBefore(period: Period): Period & { before: Period } {
  const before = { from: daysLater(period.from, -lengthOf(period)), to: daysLater(period.from, -1) }
  return { ...period, before }
}

function findProblems({ from, to }: ChosenPeriod['typed'], today: LocalDate): ChosenPeriod['problems'] {
  if (from !== '' && !isDay(from)) return { from: 'no day' }
  if (to !== '' && !isDay(to)) return { to: 'no day' }
  const last = to === '' || to > today ? today : to
  if (from === '') return {}
  if (from > last) return to === '' || from > today ? { from: 'wrong order' } : { to: 'wrong order' }
  return lengthOf({ from, to: last }) > mostDays ? { to: 'too long' } : {}
}

// Earlier than any payment, and later than the first valid date.
function isDay(text: string): boolean {
  return isDate(text) && text >= '2000-01-01' && text < '2200-01-01'
}
