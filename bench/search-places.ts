import { formatCursor } from '../src/money/payments/search/page-cursor.ts'
import { daysLater, localDateOf } from '../src/money/plans/local-time.ts'
import type { Store } from './large.ts'
import { createdSecond, type Year } from './large-seed.ts'

const middleId = '80000000-0000-4000-8000-000000000000'

export function totalPayments({ year }: Store): number {
  return year.payments + year.toCapture
}

/** Returns a position in the year, away from its ends. */
export function cursorOf(year: Year, n: number): string {
  const place = Math.floor((year.payments + year.toCapture) * (0.1 + 0.8 * ((n * 0.618_034) % 1)))
  return formatCursor({ createdAt: createdSecond(year, place) * 1_000, id: middleId })
}

/** Returns the same in the year of a store. */
export function cursorAt(store: Store, n: number): string {
  return cursorOf(store.year, n)
}

export function lastDayOf({ year }: Store): string {
  return localDateOf(year.endSecond * 1_000, 'AED')
}

/** Returns one day of the year as a part of the filter's address. */
export function dayOf(store: Store, n: number): string {
  const date = daysLater(lastDayOf(store), -1 - ((n * 7) % 360))
  return `created_at__gte=${date}&created_at__lte=${date}`
}
