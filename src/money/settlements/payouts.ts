import type { App } from '../../platform/app/app.ts'
import type { StoreId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { dueSettlements } from './due-settlements.ts'
import type { Payout } from './payout.ts'
import { refusals } from './refusals.ts'
import type { Settlement } from './settlement.ts'
import {
  countPayouts,
  countPayoutsOfStore,
  findPayoutRow,
  listPayoutRows,
  listPayoutRowsOfStore,
  payoutFrom,
} from './store/payouts.ts'
import { listSettlementsOfPayout, settlementFrom } from './store/settlements.ts'

interface PayoutWithSettlements {
  readonly payout: Payout
  /** The days of the payout, oldest first. */
  readonly settlements: readonly Settlement[]
}

/** Returns a payout with its settlements. Refuses one of another merchant or of the other mode with 404. */
export async function getPayout(app: App, actor: Actor, id: string): Promise<PayoutWithSettlements> {
  await settleDueOf(app, dueSettlements, actor)
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findPayoutRow, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchPayout()
  const settlements = await app.db.run(listSettlementsOfPayout, { merchantId, isTest, payoutId: id })
  return { payout: payoutFrom(row), settlements: settlements.map(settlementFrom) }
}

export interface PayoutFilter {
  /** Null: all stores of the merchant. */
  readonly storeId: StoreId | null
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the merchant's payouts in the actor's mode, newest first, and the number of all matches. */
export async function listPayouts(
  app: App,
  actor: Actor,
  { limit, offset, ...filter }: PayoutFilter,
): Promise<{ readonly payouts: readonly Payout[]; readonly totalCount: number }> {
  await settleDueOf(app, dueSettlements, actor)
  const { storeId, ...made } = filter
  const matching = { merchantId: actor.merchantId, isTest: actor.isTest, ...made }
  const [counted] =
    storeId === null
      ? await app.db.run(countPayouts, matching)
      : await app.db.run(countPayoutsOfStore, { ...matching, storeId })
  const totalCount = counted?.count ?? 0
  if (offset >= totalCount) return { payouts: [], totalCount }
  const page = { ...matching, limit, offset }
  const rows =
    storeId === null
      ? await app.db.run(listPayoutRows, page)
      : await app.db.run(listPayoutRowsOfStore, { ...page, storeId })
  return { payouts: rows.map(payoutFrom), totalCount }
}
