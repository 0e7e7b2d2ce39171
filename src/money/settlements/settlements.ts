import type { App } from '../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../platform/base/bulkhead.ts'
import type { StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Db } from '../../platform/db/db.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { LocalDate } from '../plans/local-time.ts'
import { dueSettlements } from './due-settlements.ts'
import { readLines } from './lines.ts'
import { refusals } from './refusals.ts'
import { type Settlement, type SettlementLine, sumOf } from './settlement.ts'
import { countLines, lineFrom, listLinePage } from './store/lines.ts'
import {
  countSettlements,
  countSettlementsOfStore,
  findClosed,
  findOpen,
  listSettlements as list,
  listSettlementsOfStore,
  settlementFrom,
} from './store/settlements.ts'

/** A settlement by its id, or by its store and day. `onlyOf`: hides settlements of other stores. */
export type SettlementKey =
  | { readonly id: string; readonly onlyOf: StoreId | null }
  | { readonly date: LocalDate; readonly storeId: StoreId }

export interface SettlementWithLines {
  readonly settlement: Settlement
  /** Oldest first. */
  readonly pages: Iterable<readonly SettlementLine[]> | AsyncIterable<readonly SettlementLine[]>
}

/**
 * Returns a settlement with its lines as of this moment; an open day with its lines so far. Refuses an unknown one
 * with 404.
 */
export async function getSettlement(app: App, actor: Actor, key: SettlementKey): Promise<SettlementWithLines> {
  await settleDueOf(app, dueSettlements, actor)
  const { merchantId, isTest } = actor
  const query =
    'id' in key
      ? { merchantId, isTest, id: key.id, date: null, storeId: null }
      : { merchantId, isTest, id: null, date: key.date, storeId: key.storeId }
  // A day may be closed between the first and the second query. The third query finds it then.
  const settlement =
    (await findClosedOne(app, query)) ?? (await findOpenOne(app, query)) ?? (await findClosedOne(app, query))
  const isHidden = 'id' in key && key.onlyOf !== null && key.onlyOf !== settlement?.storeId
  if (settlement === undefined || isHidden) throw refusals.noSuchSettlement()
  if (settlement.status !== 'open') return { settlement, pages: readLines(app, settlement) }
  const lines = await bulkheadOf(app.db).run(merchantId, () => Array.fromAsync(readLines(app, settlement)))
  return { settlement: { ...settlement, ...sumOf(lines.flat()) }, pages: lines }
}

// An open day may get lines between two queries, so its lines stay in memory for the whole answer. A bulkhead
// limits this by merchant.
const limits = { maxInFlight: 2, maxQueued: 100 } as const
const bulkheads = new WeakMap<Db, Bulkhead>()

function bulkheadOf(db: Db): Bulkhead {
  const bulkhead = bulkheads.get(db) ?? newBulkhead(limits)
  bulkheads.set(db, bulkhead)
  return bulkhead
}

interface SettlementQuery {
  readonly merchantId: string
  readonly isTest: boolean
  readonly id: string | null
  readonly date: string | null
  readonly storeId: string | null
}

async function findClosedOne(app: App, query: SettlementQuery): Promise<Settlement | undefined> {
  const [row] = await app.db.run(findClosed, query)
  return row === undefined ? undefined : settlementFrom(row)
}

async function findOpenOne(app: App, query: SettlementQuery): Promise<Settlement | undefined> {
  const [row] = await app.db.run(findOpen, query)
  if (row === undefined) return undefined
  return {
    ...{ merchantId: row.merchant_id, id: row.id, storeId: row.store_id, merchantCode: row.merchant_code },
    ...{ isTest: row.is_test, currency: row.currency as Currency, date: row.date, status: 'open' },
    ...sumOf([]),
    ...{ payoutId: null, openingMinor: row.opening_minor, paidOutMinor: 0n, sealHash: null },
  }
}

export interface SettlementFilter {
  /** Null: all stores of the merchant. */
  readonly storeId: StoreId | null
  /** When the day ended, both inclusive. */
  readonly endsFrom: Instant | null
  readonly endsTo: Instant | null
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the merchant's closed days in the actor's mode, newest first, and the number of all matches. */
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

interface LinePage {
  /** Oldest first. */
  readonly lines: readonly SettlementLine[]
  readonly totalCount: number
}

/** Returns a page of a settlement's lines, and the number of all lines. */
export async function listSettlementLines(
  app: App,
  { settlement, pages }: SettlementWithLines,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LinePage> {
  if (settlement.status === 'open') {
    // The lines are in memory already (see `getSettlement`). Only those of the page are copied.
    const lines: SettlementLine[] = []
    let totalCount = 0
    for await (const page of pages) {
      lines.push(...page.slice(Math.max(0, offset - totalCount), Math.max(0, offset + limit - totalCount)))
      totalCount += page.length
    }
    return { lines, totalCount }
  }
  const of = { merchantId: settlement.merchantId, settlementId: settlement.id }
  const [[counted], rows] = await Promise.all([
    app.db.run(countLines, of),
    app.db.run(listLinePage, { ...of, limit, offset }),
  ])
  return { lines: rows.map(lineFrom), totalCount: counted?.count ?? 0 }
}
