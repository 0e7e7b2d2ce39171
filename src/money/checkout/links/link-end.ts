import type { Currency } from '../../../platform/base/markets.ts'
import { day, hour, type Instant } from '../../../platform/base/times.ts'
import { daysLater, endOf, isDate, type LocalDate, localDateOf } from '../../plans/local-time.ts'

/** How long a payment link may be open: for an hour, a day or a week, or to the end of a date at the store. */
export const linkLives = ['hour', 'day', 'week', 'date'] as const
export type LinkLife = (typeof linkLives)[number]

const lifetimeMs = { hour, day, week: 7 * day } as const

/** The most days from today to the date of a link. */
const mostDays = 90

/**
 * Returns the last date that a link may have. The link must end before its first session is removed
 * (`unfinishedDays`: UNFINISHED_DAYS).
 */
export function lastLinkDate(now: Instant, currency: Currency, unfinishedDays: number): LocalDate {
  return daysLater(localDateOf(now, currency), Math.min(mostDays, unfinishedDays - 1))
}

interface LinkTimes {
  readonly now: Instant
  readonly currency: Currency
  readonly unfinishedDays: number
}

/** Returns when a new link ends; undefined for a date that is none, is over, or is too far away. */
export function endOfLink(
  life: LinkLife,
  date: string,
  { now, currency, unfinishedDays }: LinkTimes,
): Instant | undefined {
  if (life !== 'date') return now + lifetimeMs[life]
  if (!isDate(date) || date > lastLinkDate(now, currency, unfinishedDays)) return undefined
  return date < localDateOf(now, currency) ? undefined : endOf(date, currency)
}
