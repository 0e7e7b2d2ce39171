/** A moment: milliseconds since 1970 in UTC. Names of instants end in `At`. */
export type Instant = number

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/**
 * Returns the start of the instant's second: a payment's times are stored and shown in whole seconds
 * (docs/contract/conventions.md#times).
 */
export function wholeSecond(at: Instant): Instant {
  return Math.floor(at / second) * second
}

// The same instants are formatted again and again, so their texts are cached.
const maxTexts = 4_096
const texts = new Map<Instant, string>()

/** Returns `2026-03-01T10:00:00Z`: UTC in whole seconds. */
export function formatSeconds(at: Instant): string {
  const known = texts.get(at)
  if (known !== undefined) return known
  const text = `${new Date(at).toISOString().slice(0, 19)}Z`
  if (texts.size >= maxTexts) texts.clear()
  texts.set(at, text)
  return text
}

/** Returns `2026-03-01T10:00:00.000Z`: UTC with milliseconds, as in disputes. */
export function formatMilliseconds(at: Instant): string {
  return new Date(at).toISOString()
}

const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * The first and the last accepted instant. Years beyond have another text form in JavaScript, which clients do not
 * read.
 */
export const firstInstant: Instant = Date.parse('0001-01-01T00:00:00.000Z')
export const lastInstant: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the instant of an ISO 8601 date or datetime; undefined for any other text, such as the 30th of February. A
 * date without a time is midnight UTC, a time without an offset is UTC.
 */
export function parseInstant(text: string): Instant | undefined {
  const parts = isoForm.exec(text)
  if (parts === null) return undefined
  const [, year, month, dayOfMonth, hours = '00', minutes = '00', seconds = '00', fraction = '', offset = 'Z'] = parts
  if (!isDate(Number(year), Number(month), Number(dayOfMonth))) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const utc = Date.parse(`${year}-${month}-${dayOfMonth}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  const shift = offsetMs(offset)
  if (shift === undefined) return undefined
  const at = utc - shift
  return at < firstInstant || at > lastInstant ? undefined : at
}

/** Returns whether the text is a calendar date in the form YYYY-MM-DD. */
export function isDateText(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && isDate(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

function isDate(year: number, month: number, dayOfMonth: number): boolean {
  if (year < 1 || month < 1 || month > 12 || dayOfMonth < 1) return false
  const last = new Date(Date.UTC(2000, month, 0))
  last.setUTCFullYear(year, month, 0)
  return dayOfMonth <= last.getUTCDate()
}

function offsetMs(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || '0')
  if (hours > 23 || minutes > 59) return undefined
  const size = hours * hour + minutes * minute
  return offset.startsWith('-') ? -size : size
}

/** Returns the wait after `failures` (one or more), in milliseconds: doubled with each, up to `maxMs`. */
export function backoffMs(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** (Math.max(failures, 1) - 1), maxMs)
}
