import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { type Currency, marketOf } from '../../platform/base/markets.ts'
import { day, type Instant, isDateText, minute } from '../../platform/base/times.ts'

/** A calendar date in a store's time zone: YYYY-MM-DD. */
export type LocalDate = string

/**
 * Returns the IANA name of a store's time zone, by its currency, because each currency has one country
 * (docs/contract/money.md#the-plan).
 */
export function timeZoneOf(currency: Currency): string {
  return marketOf(currency).timeZone
}

// Looking a time up in the tz database takes microseconds, and most times are of the same few days.
const knownOffsets = new LRUCache<string, number>({ max: 4_096 })
const knownInstants = new LRUCache<string, Instant>({ max: 4_096 })
/** Clocks change at whole quarters of an hour. */
const quarter = 15 * minute

/** Returns date and time at the store, to the millisecond: `2026-03-01T09:00:00.000`. */
export function localTimeOf(at: Instant, currency: Currency): string {
  const zone = timeZoneOf(currency)
  const from = Math.floor(at / quarter) * quarter
  const offsetMs = cached(knownOffsets, `${zone} ${from}`, () => {
    return Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
  })
  return new Date(at + offsetMs).toISOString().slice(0, -1)
}

/** Returns the date at the store at this instant. */
export function localDateOf(at: Instant, currency: Currency): LocalDate {
  return localTimeOf(at, currency).replace(/T.*/, '')
}

/**
 * Returns the instant of a date and time at the store, such as `2026-03-01T09:00`. A time that the clocks skip is as
 * much later; of a time that they show twice it is the first.
 */
export function instantOf(localTime: string, currency: Currency): Instant {
  const zone = timeZoneOf(currency)
  return cached(
    knownInstants,
    `${zone} ${localTime}`,
    () => Temporal.PlainDateTime.from(localTime).toZonedDateTime(zone).epochMilliseconds,
  )
}

function cached(cache: LRUCache<string, number>, key: string, find: () => number): number {
  const known = cache.get(key)
  if (known !== undefined) return known
  const found = find()
  cache.set(key, found)
  return found
}

/** Whether the text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: string): text is LocalDate {
  return isDateText(text)
}

/** Returns the instant at which the date starts at the store. */
export function startOf(date: LocalDate, currency: Currency): Instant {
  return instantOf(`${date}T00:00`, currency)
}

/** Returns the last millisecond of the date at the store. */
export function endOf(date: LocalDate, currency: Currency): Instant {
  return startOf(daysLater(date, 1), currency) - 1
}

/** Returns 09:00 of the date at the store: the time of charges and reminders. */
export function collectionTimeOf(date: LocalDate, currency: Currency): Instant {
  return instantOf(`${date}T09:00`, currency)
}

/** Returns the first 09:00 at the store after this instant. */
export function nextCollectionTime(after: Instant, currency: Currency): Instant {
  const today = localDateOf(after, currency)
  const at = collectionTimeOf(today, currency)
  return at > after ? at : collectionTimeOf(daysLater(today, 1), currency)
}

// The day after the last one of 9999 has a year of six digits.
export function daysLater(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().replace(/T.*/, '')
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
