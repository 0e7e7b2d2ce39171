import { timeZones } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'

const day = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
const headings = new Intl.DateTimeFormat('en-GB', { ...day, weekday: 'long', month: 'long' })
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sunday 1 March 2026`, of YYYY-MM-DD. */
export function dayHeading(date: string): string {
  return headings.format(Date.parse(date)).replace(',', '')
}

/** `1 Mar 2026`. */
export function shortDate(date: string): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${dayOfMonth} ${months[(month ?? 1) - 1]} ${year}`
}

/** `09:00` at the store, or with seconds `09:00:12`. */
export function clockTime(at: Instant, currency: Currency, hasSeconds = false): string {
  return new Date(at + timeZones[currency].aheadMs).toISOString().slice(11, hasSeconds ? 19 : 16)
}
