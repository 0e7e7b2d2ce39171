import type { App } from '../../platform/app/app.ts'
import type { StoreId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { dueSettlements } from './due-settlements.ts'
import type { Settlement } from './settlement.ts'
import {
  countSettlements,
  countSettlementsOfStore,
  listSettlements as list,
  listSettlementsOfStore,
  settlementFrom,
} from './store/settlements.ts'

export interface SettlementFilter {
  /** Null: of all the merchant's stores. */
  readonly storeId: StoreId | null
  /** Of days that ended at these moments, both inclusive. */
  readonly endsFrom: Instant | null
  readonly endsTo: Instant | null
  readonly limit: number
  readonly offset: number
}

/** A page of the merchant's closed days in the actor's mode, newest first, and how many match in all. */
export async function listSettlements(
  app: App,
  actor: Actor,
  { limit, offset, ...filter }: SettlementFilter,
): Promise<{ readonly settlements: readonly Settlement[]; readonly totalCount: number }> {
  await settleDueOf(app, dueSettlements, actor)
  const { storeId, ...ended } = filter
  const matching = { merchantId: actor.merchantId, isTest: actor.isTest, ...ended }
  const [counted] =
    storeId === null
      ? await app.db.run(countSettlements, matching)
      : await app.db.run(countSettlementsOfStore, { ...matching, storeId })
  const totalCount = counted?.count ?? 0
  if (offset >= totalCount) return { settlements: [], totalCount }
  const page = { ...matching, limit, offset }
  const rows =
    storeId === null ? await app.db.run(list, page) : await app.db.run(listSettlementsOfStore, { ...page, storeId })
  return { settlements: rows.map(settlementFrom), totalCount }
}
