import { day, firstInstant, type Instant, lastInstant, minute } from '../../../platform/base/times.ts'

/**
 * A time range, cut at the borders of counts. `from`–`quartersFrom` and `quartersTo`–`to` are shorter than a quarter of
 * an hour. Between them are whole quarters up to `daysFrom` and from `daysTo` on, and whole days (UTC) in the middle.
 * Each part includes its start, excludes its end, and may be empty.
 */
export interface CountedRange {
  readonly from: Instant
  readonly quartersFrom: Instant
  readonly daysFrom: Instant
  readonly daysTo: Instant
  readonly quartersTo: Instant
  readonly to: Instant
}

const quarterHour = 15 * minute

/** The days of a calendar: the start of an instant's day, and of the day after it. */
export interface Days {
  startOf(at: Instant): Instant
  nextStartOf(at: Instant): Instant
}

const utcDays: Days = {
  startOf: (at) => Math.floor(at / day) * day,
  nextStartOf: (at) => (Math.floor(at / day) + 1) * day,
}

/** Returns the range between two instants, both included; null: no bound. `days`: of the counts, by default of UTC. */
export function countedRange(createdFrom: Instant | null, createdTo: Instant | null, days = utcDays): CountedRange {
  const from = createdFrom ?? firstInstant
  const to = Math.max(from, Math.min((createdTo ?? lastInstant) + 1, lastInstant))
  const quartersFrom = Math.min(Math.ceil(from / quarterHour) * quarterHour, to)
  const quartersTo = Math.max(Math.floor(to / quarterHour) * quarterHour, quartersFrom)
  const isStart = days.startOf(quartersFrom) === quartersFrom
  const daysFrom = Math.min(isStart ? quartersFrom : days.nextStartOf(quartersFrom), quartersTo)
  const daysTo = Math.max(days.startOf(quartersTo), daysFrom)
  return { from, quartersFrom, daysFrom, daysTo, quartersTo, to }
}
