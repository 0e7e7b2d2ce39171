import type { App } from '../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../platform/base/bulkhead.ts'
import type { StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Db } from '../../platform/db/db.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { LocalDate } from '../plans/local-time.ts'
import { dueSettlements } from './due-settlements.ts'
import { readLines } from './read-lines.ts'
import { refusals } from './refusals.ts'
import { type Settlement, type SettlementLine, sumOf } from './settlement.ts'
import { findClosed, findOpen, settlementFrom } from './store/settlements.ts'

/** Which one: by its id, where `onlyOf` hides those of other stores, or a store's of one day. */
export type SettlementKey =
  | { readonly id: string; readonly onlyOf: StoreId | null }
  | { readonly date: LocalDate; readonly storeId: StoreId }

export interface WholeSettlement {
  readonly settlement: Settlement
  /** Oldest first. */
  readonly pages: Iterable<readonly SettlementLine[]> | AsyncIterable<readonly SettlementLine[]>
}

/** A settlement with its lines, as it is at this moment; of a day that is not over, with what has moved so far. Refuses one that is not there. */
export async function getSettlement(app: App, actor: Actor, key: SettlementKey): Promise<WholeSettlement> {
  await settleDueOf(app, dueSettlements, actor)
  const { merchantId, isTest } = actor
  const wanted =
    'id' in key
      ? { merchantId, isTest, id: key.id, date: null, storeId: null }
      : { merchantId, isTest, id: null, date: key.date, storeId: key.storeId }
  // A day that is closed between the two looks is found by a third.
  const settlement = (await find(app, wanted)) ?? (await findOpenOne(app, wanted)) ?? (await find(app, wanted))
  const isHidden = 'id' in key && key.onlyOf !== null && key.onlyOf !== settlement?.storeId
  if (settlement === undefined || isHidden) throw refusals.noSuchSettlement()
  if (settlement.status !== 'open') return { settlement, pages: readLines(app, settlement) }
  const lines = await bulkheadOf(app.db).run(merchantId, () => Array.fromAsync(readLines(app, settlement)))
  return { settlement: { ...settlement, ...sumOf(lines.flat()) }, pages: lines }
}

// The lines of a day that is open may grow between two looks, so they are held while they are answered; of one merchant, few at a time.
const limits = { maxInFlight: 2, maxQueued: 100 } as const
const bulkheads = new WeakMap<Db, Bulkhead>()

function bulkheadOf(db: Db): Bulkhead {
  const bulkhead = bulkheads.get(db) ?? newBulkhead(limits)
  bulkheads.set(db, bulkhead)
  return bulkhead
}

interface Wanted {
  readonly merchantId: string
  readonly isTest: boolean
  readonly id: string | null
  readonly date: string | null
  readonly storeId: string | null
}

async function find(app: App, wanted: Wanted): Promise<Settlement | undefined> {
  const [row] = await app.db.run(findClosed, wanted)
  return row === undefined ? undefined : settlementFrom(row)
}

async function findOpenOne(app: App, wanted: Wanted): Promise<Settlement | undefined> {
  const [row] = await app.db.run(findOpen, wanted)
  if (row === undefined) return undefined
  return {
    ...{ merchantId: row.merchant_id, id: row.id, storeId: row.store_id, merchantCode: row.merchant_code },
    ...{ isTest: row.is_test, currency: row.currency as Currency, date: row.date, status: 'open' },
    ...sumOf([]),
    ...{ payoutId: null, openingMinor: row.opening_minor, paidOutMinor: 0n, sealHash: null },
  }
}
