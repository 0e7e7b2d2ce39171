import type { StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { LocalDate } from '../plans/local-time.ts'

/** Unpaid settlements of one store that are paid at the same time. */
export interface UnpaidDays {
  readonly storeId: StoreId
  readonly merchantCode: string
  readonly currency: Currency
  readonly from: LocalDate
  readonly to: LocalDate
  /** When they are paid; null if they are carried. */
  readonly payableAt: Instant | null
  /** Whether the last of the days is not closed. */
  readonly isOpen: boolean
  /** Null if an open day has too many lines to sum. */
  readonly netMinor: bigint | null
}

/** Days with one sum. */
export interface SummedDays extends Pick<UnpaidDays, 'from' | 'to' | 'isOpen'> {
  /** Null if it is known only when the open day is over. */
  readonly amountMinor: bigint | null
}

/** A payout that is not made yet. */
export interface PlannedPayout extends SummedDays {
  readonly at: Instant
  /** The part of the amount from carried days, zero or less. */
  readonly carriedMinor: bigint
}

/** The unpaid settlements of a store, by what happens to them. */
export interface UpcomingPayout extends Pick<UnpaidDays, 'storeId' | 'merchantCode' | 'currency'> {
  readonly next: PlannedPayout | undefined
  /** The days that a later payout pays. */
  readonly later: (SummedDays & { readonly at: Instant }) | undefined
  /** Present if no payout is planned because the sum is below zero. */
  readonly carried: SummedDays | undefined
}

/**
 * Returns the next payout of a store as `payStore` makes it if nothing more moves: at each time it pays all closed days
 * if their sum is above zero, and carries them if not (docs/contract/money.md#payouts).
 */
export function planPayout(days: readonly [UnpaidDays, ...UnpaidDays[]]): UpcomingPayout {
  const { storeId, merchantCode, currency } = days[0]
  const store = { storeId, merchantCode, currency }
  const carried = days.filter(({ payableAt }) => payableAt === null)
  const due = days.filter(isDue).sort((one, other) => one.payableAt - other.payableAt)
  for (let end = 1; end <= due.length; end += 1) {
    const last = due[end - 1]
    const sum = sumOf([...carried, ...due.slice(0, end)])
    if (last === undefined || (sum.amountMinor !== null && sum.amountMinor <= 0n)) continue
    const rest = due.slice(end)
    const then = rest[0]?.payableAt
    return {
      ...store,
      next: { ...sum, at: last.payableAt, carriedMinor: sumOf(carried).amountMinor ?? 0n },
      later: then === undefined ? undefined : { ...sumOf(rest), at: then },
      carried: undefined,
    }
  }
  const all = sumOf(days)
  const isBelowZero = all.amountMinor !== null && all.amountMinor < 0n
  return { ...store, next: undefined, later: undefined, carried: isBelowZero ? all : undefined }
}

function isDue(days: UnpaidDays): days is UnpaidDays & { payableAt: Instant } {
  return days.payableAt !== null
}

function sumOf(days: readonly UnpaidDays[]): SummedDays {
  const dates = days.flatMap(({ from, to }) => [from, to]).sort()
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    isOpen: days.some(({ isOpen }) => isOpen),
    amountMinor: days.reduce<bigint | null>(
      (sum, { netMinor }) => (sum === null || netMinor === null ? null : sum + netMinor),
      0n,
    ),
  }
}
