import type { Currency } from '../../../platform/base/markets.ts'
import type { LocalDate } from '../../plans/local-time.ts'

/** The figures of a merchant's day in one currency. Amounts in minor units. */
export interface DayFigures {
  /** In the time zone of the stores with this currency. */
  readonly date: LocalDate
  /** Payments created that day, whatever their state, and how many of these were authorized at any time. */
  readonly opened: number
  readonly approved: number
  /** Events of that day, of payments created at any time: the count and the amount. */
  readonly authorized: number
  readonly authorizedMinor: bigint
  readonly captured: number
  readonly capturedMinor: bigint
  readonly refunded: number
  readonly refundedMinor: bigint
  /** How many disputes were opened. */
  readonly disputed: number
}

/** The days of one currency, oldest first, without gaps. */
export interface CurrencyFigures {
  readonly currency: Currency
  readonly days: readonly DayFigures[]
}

/** Both inclusive. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Returns the figures of a day without events. */
export function quietDay(date: LocalDate): DayFigures {
  return {
    date,
    opened: 0,
    approved: 0,
    authorized: 0,
    authorizedMinor: 0n,
    captured: 0,
    capturedMinor: 0n,
    refunded: 0,
    refundedMinor: 0n,
    disputed: 0,
  }
}
