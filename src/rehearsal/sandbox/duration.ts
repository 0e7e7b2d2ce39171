import { parse } from 'tinyduration'
import { monthsLater } from '../../money/plans/local-time.ts'
import { day, type Instant } from '../../platform/base/times.ts'

const maxMs = 3_653 * day

// The library looks for a duration anywhere in a text and takes a `T` with nothing behind it. What a part of a month or year is, nobody can say.
const form = /^P(?=\d|T)(\d+Y)?(\d+M)?(\d[\d.,]*W)?(\d[\d.,]*D)?(T(?=\d)(\d[\d.,]*H)?(\d[\d.,]*M)?(\d[\d.,]*S)?)?$/
/** Only the smallest unit that is named may have a fraction. */
const fractionLast = /^\w+([.,]\d+[WDHMS])?$/
/** More are longer than what is allowed, from whatever day. */
const maxMonths = 120

/**
 * How many milliseconds an ISO 8601 duration is, counted from an instant: months and years differ, end on the last day of a month that is
 * too short, and come whole. Undefined when it is none, or longer than ten years.
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
