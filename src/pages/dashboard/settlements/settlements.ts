import { daysLater } from '../../../money/plans/local-time.ts'
import { getPayout } from '../../../money/settlements/payouts.ts'
import {
  getSettlement,
  listSettlementLines,
  listSettlements,
  type SettlementFilter,
  type SettlementWithLines,
} from '../../../money/settlements/settlements.ts'
import { lineNames, lineWire, settlementWire } from '../../../money/settlements/wire.ts'
import { type CsvLine, csvHead, csvLines } from '../../../platform/base/csv.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { discloseLines } from '../../back-office/disclosure/disclose-line.ts'
import { type DayFilter, readDays, readOffset, spanOf } from '../day-filter.ts'
import { refuseExport } from '../lists.ts'
import type { Answer, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { exportMonth, viewMonth } from './months.ts'
import { viewPayout, viewPayouts } from './payouts.ts'
import { readSettlementKey } from './settlement-key.ts'
import { emptyDayPage, settlementPage } from './views/settlement.ts'
import { settlementsPage } from './views/settlements.ts'
import { statementPage } from './views/statement.ts'

/** Settlements per day with their lines, and payouts. */
export const settlements: Section = {
  pages: [
    { path: '/settlements', permission: 'see_settlements', view: viewSettlements },
    { path: '/settlements.csv', isFile: true, permission: 'export', view: exportSettlements },
    { path: '/settlements/month', permission: 'see_settlements', view: viewMonth },
    { path: '/settlements/month.csv', isFile: true, permission: 'export', view: exportMonth },
    { path: '/settlements/:id', permission: 'see_settlements', view: viewSettlement },
    { path: '/settlements/:id/lines.csv', isFile: true, permission: 'export', view: exportLines },
    { path: '/settlements/:id/statement', permission: 'see_settlements', view: viewStatement },
    { path: '/payouts', permission: 'see_settlements', view: viewPayouts },
    { path: '/payouts/:id', permission: 'see_settlements', view: viewPayout },
  ],
  forms: [],
}

const pageSize = 50

/** Lists the closed days. */
export async function viewSettlements(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const filter = readDays(visit, stores)
  const { offset } = filter
  const page = filter.isWrong
    ? { settlements: [], totalCount: 0 }
    : await listSettlements(app, actor, { ...endsOf(filter, stores), limit: pageSize, offset })
  return settlementsPage(visit, { ...page, filter, stores, pageSize })
}

/** Returns the filter's days as instants. A day is stored with the midnight that ends it. */
export function endsOf(
  filter: DayFilter,
  stores: readonly Store[],
): Pick<SettlementFilter, 'storeId' | 'endsFrom' | 'endsTo'> {
  const { start, end } = spanOf(filter, stores)
  const { start: endsFrom } = spanOf(
    { from: filter.from === null ? null : daysLater(filter.from, 1), to: null },
    stores,
  )
  return { storeId: filter.storeId, endsFrom: start === null ? null : endsFrom, endsTo: end }
}

/** Shows one day: its net amount and its lines. */
export async function viewSettlement(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const key = readSettlementKey(visit, stores)
  try {
    const whole = await getSettlement(app, actor, key)
    const offset = readOffset(visit.query('offset'))
    const { lines, totalCount } = await listSettlementLines(app, whole, { limit: pageSize, offset })
    return settlementPage(visit, { ...whole, lines: discloseLines(visit, lines), totalCount, offset, pageSize, stores })
  } catch (error) {
    // A day without lines has an empty page, not 404.
    if (error instanceof Refusal && error.kind === 'not_found' && 'date' in key) return emptyDayPage(visit, key.date)
    throw error
  }
}

/** The longest printed statement, in lines. The CSV has all of them. */
const mostLines = 500

/** Shows the statement of a day: store, beneficiary, net amount and lines. */
export async function viewStatement(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const whole = await getSettlement(app, actor, readSettlementKey(visit, stores))
  const { settlement } = whole
  const { lines, totalCount } = await listSettlementLines(app, whole, { limit: mostLines, offset: 0 })
  const { payoutId, storeId } = settlement
  const payout = payoutId === null ? undefined : (await getPayout(app, actor, payoutId)).payout
  const store = stores.find(({ id }) => id === storeId)
  if (store === undefined) throw refusals.noSuchPage()
  return statementPage(visit, { settlement, lines: discloseLines(visit, lines), totalCount, payout, store })
}

const type = 'text/csv; charset=utf-8'
const rowsPerRead = 200

const dayColumns = [
  ...(['id', 'date', 'merchant_code', 'currency', 'status', 'captures', 'refunds', 'dispute_refunds'] as const),
  ...(['fees', 'vat', 'net', 'opening', 'paid_out', 'closing', 'payout_id'] as const),
]

const lineColumns = [...lineNames, 'currency' as const]

type DayLine = CsvLine<(typeof dayColumns)[number]>
type Line = CsvLine<(typeof lineColumns)[number]>

/** Exports the filtered days as CSV. Answers 400 if the filter cannot be read. */
export async function exportSettlements(visit: Visit): Promise<Answer> {
  const { app, actor, isTest } = visit
  const stores = await listStores(app, actor.merchantId)
  const filter = readDays(visit, stores)
  if (filter.isWrong) return refuseExport(visit, 'settlements')
  await recordDone(visit, { what: 'export_settlements', onKind: 'settlement', onId: '' })
  const { endsTo, ...ends } = endsOf(filter, stores)
  // Days that close during the export would shift the offsets.
  const body = csvOf(dayColumns, walkDays(visit, { ...ends, endsTo: endsTo ?? nowFor(app, actor) }))
  return { file: { name: `settlements-${isTest ? 'test' : 'live'}.csv`, type, body } }
}

type Ends = Omit<SettlementFilter, 'limit' | 'offset'>

async function* walkDays({ app, actor }: Visit, ends: Ends): AsyncGenerator<DayLine[]> {
  for (let offset = 0; ; offset += rowsPerRead) {
    const { settlements } = await listSettlements(app, actor, { ...ends, limit: rowsPerRead, offset })
    yield settlements.map((settlement) => {
      const { payout_id, ledger_head: _, is_test: __, ...wire } = settlementWire(settlement)
      return { ...wire, payout_id: payout_id ?? '' }
    })
    if (settlements.length < rowsPerRead) return
  }
}

/** Exports the lines of a day as CSV, with the API's values and the currency. */
export async function exportLines(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const whole = await getSettlement(app, actor, readSettlementKey(visit, stores))
  const { merchantCode, date, id } = whole.settlement
  await recordDone(visit, { what: 'export_settlements', onKind: 'settlement', onId: id })
  const name = `settlement-${merchantCode.replaceAll(/[^\w-]/g, '_')}-${date}.csv`
  return { file: { name, type, body: csvOf(lineColumns, walkLines(whole)) } }
}

async function* walkLines({ settlement, pages }: SettlementWithLines): AsyncGenerator<Line[]> {
  const { currency } = settlement
  for await (const lines of pages) yield lines.map((line) => ({ ...lineWire(settlement, line), currency }))
}

async function* csvOf<Column extends string>(
  columns: readonly Column[],
  pages: AsyncIterable<readonly CsvLine<Column>[]>,
): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const lines of pages) yield csvLines(columns, lines)
}
