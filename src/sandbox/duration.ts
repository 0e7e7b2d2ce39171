import { parse } from 'tinyduration'
import { day, type Instant } from '../base/times.ts'

const maxMs = 3_653 * day

/** How many milliseconds an ISO 8601 duration is, counted from an instant (months differ); undefined when it is none. */
export function parseDuration(text: string, from: Instant): number | undefined {
  try {
    const { negative, years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = parse(text)
    const date = new Date(from)
    date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months)
    const ms = date.getTime() - from + (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000
    return !negative && ms >= 0 && ms <= maxMs ? Math.round(ms) : undefined
  } catch {
    return undefined
  }
}
