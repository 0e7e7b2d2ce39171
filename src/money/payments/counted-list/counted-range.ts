import { day, firstInstant, type Instant, lastInstant, minute } from '../../../platform/base/times.ts'

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

/**
 * What was created at or after the one and at or before the other instant; null stands for no bound. `aheadMs`: by how much days begin
 * earlier than in UTC.
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
