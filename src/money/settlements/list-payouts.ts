import type { App } from '../../platform/app/app.ts'
import type { StoreId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { dueSettlements } from './due-settlements.ts'
import type { Payout } from './payout.ts'
import {
  countPayouts,
  countPayoutsOfStore,
  listPayoutRows,
  listPayoutRowsOfStore,
  payoutFrom,
} from './store/payouts.ts'

export interface PayoutFilter {
  /** Null: of all the merchant's stores. */
  readonly storeId: StoreId | null
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

/** A page of the merchant's payouts in the actor's mode, newest first, and how many match in all. */
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
