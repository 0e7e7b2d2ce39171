import { type Currency, type Market, marketOf } from '../../platform/base/markets.ts'
import { day, hour, type Instant, isDateText } from '../../platform/base/times.ts'

/** A calendar date in a store's time zone: YYYY-MM-DD. */
export type LocalDate = string

/**
 * Returns the time zone of a store, by its currency, because each currency has one country
 * (docs/contract/money.md#the-plan).
 */
export function timeZoneOf(currency: Currency): Market['timeZone'] {
  return marketOf(currency).timeZone
}

/** Returns the date at the store at this instant. */
export function localDateOf(at: Instant, currency: Currency): LocalDate {
  return new Date(at + timeZoneOf(currency).aheadMs).toISOString().slice(0, 10)
}

/** Whether the text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: string): text is LocalDate {
  return isDateText(text)
}

/** Returns the instant at which the date starts at the store. */
export function startOf(date: LocalDate, currency: Currency): Instant {
  return Date.parse(`${date}T00:00:00Z`) - timeZoneOf(currency).aheadMs
}

/** Returns 09:00 of the date at the store: the time of charges and reminders. */
export function collectionTimeOf(date: LocalDate, currency: Currency): Instant {
  return startOf(date, currency) + 9 * hour
}

/** Returns the first 09:00 at the store after this instant. */
export function nextCollectionTime(after: Instant, currency: Currency): Instant {
  const today = localDateOf(after, currency)
  const at = collectionTimeOf(today, currency)
  return at > after ? at : at + day
}

export function daysLater(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** Returns the dates from one to another, both included. */
export function daysOf(from: LocalDate, to: LocalDate): LocalDate[] {
  const count = Math.max(0, (Date.parse(to) - Date.parse(from)) / day + 1)
  return Array.from({ length: count }, (_, n) => daysLater(from, n))
}

/** Returns the same day of a later month, or that month's last day: a month after 31 January is 28 or 29 February. */
export function monthsLater(date: LocalDate, months: number): LocalDate {
  const from = new Date(`${date}T00:00:00Z`)
  const target = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(from.getUTCDate(), last))
  return target.toISOString().slice(0, 10)
}
