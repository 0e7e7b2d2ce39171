import { parse } from 'tinyduration'
import { monthsLater } from '../../money/plans/local-time.ts'
import { day, type Instant } from '../../platform/base/times.ts'

const maxMs = 3_653 * day

// The library accepts a duration anywhere in a text, and a `T` without a time. A fraction of a month or year has no
// defined length.
const form = /^P(?=\d|T)(\d+Y)?(\d+M)?(\d[\d.,]*W)?(\d[\d.,]*D)?(T(?=\d)(\d[\d.,]*H)?(\d[\d.,]*M)?(\d[\d.,]*S)?)?$/
/** Only the smallest unit may have a fraction. */
const fractionLast = /^\w+([.,]\d+[WDHMS])?$/
/** More months exceed the limit from any start. */
const maxMonths = 120

/**
 * Returns the milliseconds of an ISO 8601 duration from an instant. Months and years must be whole, and end on the last
 * day of a shorter month. Returns undefined for any other text, and for more than ten years.
 */
export function parseDuration(text: string, from: Instant): number | undefined {
  if (!form.test(text) || !fractionLast.test(text)) return undefined
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = parse(text)
  const count = years * 12 + months
  if (count > maxMonths) return undefined
  const date = new Date(from).toISOString().slice(0, 10)
  const inMonthsMs = Date.parse(monthsLater(date, count)) - Date.parse(date)
  const ms = inMonthsMs + (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000
  return ms >= 0 && ms <= maxMs ? Math.round(ms) : undefined
}
