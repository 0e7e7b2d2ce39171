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

/**
 * Returns the range between two instants, both included; null: no bound. `aheadMs`: how much earlier than in UTC a day
 * starts.
 */
export function countedRange(createdFrom: Instant | null, createdTo: Instant | null, aheadMs = 0): CountedRange {
  const from = createdFrom ?? firstInstant
  const to = Math.max(from, Math.min((createdTo ?? lastInstant) + 1, lastInstant))
  const quartersFrom = Math.min(Math.ceil(from / quarterHour) * quarterHour, to)
  const quartersTo = Math.max(Math.floor(to / quarterHour) * quarterHour, quartersFrom)
  const daysFrom = Math.min(Math.ceil((quartersFrom + aheadMs) / day) * day - aheadMs, quartersTo)
  const daysTo = Math.max(Math.floor((quartersTo + aheadMs) / day) * day - aheadMs, daysFrom)
  return { from, quartersFrom, daysFrom, daysTo, quartersTo, to }
}
