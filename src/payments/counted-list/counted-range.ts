import { day, type Instant, minute } from '../../base/times.ts'

/**
 * The time between two instants, cut where payments are counted: `from`–`quartersFrom` and `quartersTo`–`to` are less than a
 * quarter of an hour, between them whole quarters up to `daysFrom` and from `daysTo` on, and whole days (UTC) in the middle.
 * Every part holds its beginning and not its end, and may be empty.
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
// Beyond what the API reads as a time, and within what the database does.
const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** What was created at or after the one and at or before the other instant; null stands for no bound. */
export function countedRange(createdFrom: Instant | null, createdTo: Instant | null): CountedRange {
  const from = createdFrom ?? first
  const to = Math.max(from, Math.min((createdTo ?? last) + 1, last))
  const quartersFrom = Math.min(Math.ceil(from / quarterHour) * quarterHour, to)
  const quartersTo = Math.max(Math.floor(to / quarterHour) * quarterHour, quartersFrom)
  const daysFrom = Math.min(Math.ceil(quartersFrom / day) * day, quartersTo)
  const daysTo = Math.max(Math.floor(quartersTo / day) * day, daysFrom)
  return { from, quartersFrom, daysFrom, daysTo, quartersTo, to }
}

/** A part of a range that is a whole day, cut into its quarters; undefined for a part that is less. */
export function quartersOf(from: Instant, to: Instant): CountedRange | undefined {
  if (to - from !== day) return undefined
  return { from, quartersFrom: from, daysFrom: to, daysTo: to, quartersTo: to, to }
}
