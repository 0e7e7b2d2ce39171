import type { Currency } from '../../../platform/base/money.ts'
import type { LocalDate } from '../../plans/local-time.ts'

/** What one day brought a merchant in one currency. Amounts in minor units. */
export interface DayFigures {
  /** In the time zone of the stores with this currency. */
  readonly date: LocalDate
  /** Payments that were created that day, in whichever state they are, and how many of these were authorized, whenever that was. */
  readonly opened: number
  readonly approved: number
  /** What happened that day, whenever the payment was created: how often, and how much money it was. */
  readonly authorized: number
  readonly authorizedMinor: bigint
  readonly captured: number
  readonly capturedMinor: bigint
  readonly refunded: number
  readonly refundedMinor: bigint
  /** How many disputes were opened. */
  readonly disputed: number
}

/** The days of one currency, oldest first, none left out. */
export interface CurrencyFigures {
  readonly currency: Currency
  readonly days: readonly DayFigures[]
}

/** Both inclusive. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** A day on which nothing happened. */
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
