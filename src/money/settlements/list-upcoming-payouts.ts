import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { dueSettlements } from './due-settlements.ts'
import type { PayoutState } from './payout.ts'
import { payoutTimeOf } from './settlement.ts'
import { listUnpaidDays, sumUnpaidPayouts, type UnpaidDaysRow } from './store/upcoming.ts'
import { planPayout, type UnpaidDays, type UpcomingPayout } from './upcoming-payout.ts'

/** Payouts of one currency that are made, and not paid. */
export interface UnpaidPayouts {
  readonly currency: Currency
  readonly state: Exclude<PayoutState, 'paid'>
  /** Whether they are on hold because their stores have no beneficiary. */
  readonly isHeld: boolean
  readonly count: number
  readonly amountMinor: bigint
  /** When the oldest one was made. */
  readonly since: Instant
  /** The payout, if it is only one. */
  readonly id: string | null
}

export interface UpcomingPayouts {
  readonly unpaid: readonly UnpaidPayouts[]
  /** Of every store with unpaid settlements: the earliest payout first, then carried debts. */
  readonly stores: readonly UpcomingPayout[]
}

/** An open day with more lines has no sum before it is closed. */
export const mostOpenLines = 20_000

/** Returns the payouts of a merchant's mode that are not paid, and those that are made next. */
export async function listUpcomingPayouts(app: App, actor: Actor): Promise<UpcomingPayouts> {
  await settleDueOf(app, dueSettlements, actor)
  const { merchantId, isTest } = actor
  const [unpaid, rows] = await Promise.all([
    isTest ? [] : app.db.run(sumUnpaidPayouts, { merchantId, isTest }),
    app.db.run(listUnpaidDays, { merchantId, isTest, maxLines: mostOpenLines }),
  ])
  const byStore = Map.groupBy(rows.map(daysFrom), ({ storeId }) => storeId)
  const stores = [...byStore.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [planPayout([first, ...others])],
  )
  const timeOf = ({ next }: UpcomingPayout): Instant => next?.at ?? Number.POSITIVE_INFINITY
  return {
    unpaid: unpaid.map((row) => ({
      currency: row.currency as Currency,
      state: row.state as UnpaidPayouts['state'],
      isHeld: row.is_held,
      count: row.count,
      amountMinor: row.amount_minor,
      since: row.since,
      id: row.id,
    })),
    stores: stores.sort((one, other) => timeOf(one) - timeOf(other) || 0),
  }
}

function daysFrom(row: UnpaidDaysRow): UnpaidDays {
  const currency = row.currency as Currency
  const isOpen = row.state === 'open'
  return {
    storeId: row.store_id,
    merchantCode: row.merchant_code,
    currency,
    from: row.from_date,
    to: row.to_date,
    payableAt: isOpen ? payoutTimeOf(row.to_date, currency) : row.due_at,
    isOpen,
    netMinor: row.net_minor,
  }
}
