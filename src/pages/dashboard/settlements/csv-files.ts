import { getSettlement, type WholeSettlement } from '../../../money/settlements/get-settlement.ts'
import { listSettlements, type SettlementFilter } from '../../../money/settlements/list-settlements.ts'
import { lineNames, lineWire, settlementWire } from '../../../money/settlements/wire.ts'
import { type CsvLine, csvHead, csvLines } from '../../../platform/base/csv.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { readDays } from '../day-filter.ts'
import type { Answer, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refuseExport } from '../refuse-export.ts'
import { readSettlementKey } from './settlement-key.ts'
import { endsOf } from './view-settlements.ts'

const type = 'text/csv; charset=utf-8'
const pageSize = 200

const dayColumns = [
  ...(['id', 'date', 'merchant_code', 'currency', 'status', 'captures', 'refunds', 'dispute_refunds'] as const),
  ...(['fees', 'vat', 'net', 'opening', 'paid_out', 'closing', 'payout_id'] as const),
]

const lineColumns = [...lineNames, 'currency' as const]

type DayLine = CsvLine<(typeof dayColumns)[number]>
type Line = CsvLine<(typeof lineColumns)[number]>

/** Every day that the list's address means, as CSV. Refuses with 400 a filter that cannot be read. */
export async function exportSettlements(visit: Visit): Promise<Answer> {
  const { app, actor, isTest } = visit
  const stores = await listStores(app, actor.merchantId)
  const filter = readDays(visit, stores)
  if (filter.isWrong) return refuseExport(visit, 'settlements')
  await recordDone(visit, { what: 'export_settlements', onKind: 'settlement', onId: '' })
  const { endsTo, ...ends } = endsOf(filter, stores)
  // Days that are closed meanwhile would move the pages.
  const body = csvOf(dayColumns, walkDays(visit, { ...ends, endsTo: endsTo ?? nowFor(app, actor) }))
  return { file: { name: `settlements-${isTest ? 'test' : 'live'}.csv`, type, body } }
}

type Ends = Omit<SettlementFilter, 'limit' | 'offset'>

async function* walkDays({ app, actor }: Visit, ends: Ends): AsyncGenerator<DayLine[]> {
  for (let offset = 0; ; offset += pageSize) {
    const { settlements } = await listSettlements(app, actor, { ...ends, limit: pageSize, offset })
    yield settlements.map((settlement) => {
      const { payout_id, ledger_head: _, is_test: __, ...wire } = settlementWire(settlement)
      return { ...wire, payout_id: payout_id ?? '' }
    })
    if (settlements.length < pageSize) return
  }
}

/** The lines of a day as CSV, as the API answers them, with the currency. */
export async function exportLines(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const whole = await getSettlement(app, actor, readSettlementKey(visit, stores))
  const { merchantCode, date, id } = whole.settlement
  await recordDone(visit, { what: 'export_settlements', onKind: 'settlement', onId: id })
  const name = `settlement-${merchantCode.replaceAll(/[^\w-]/g, '_')}-${date}.csv`
  return { file: { name, type, body: csvOf(lineColumns, walkLines(whole)) } }
}

async function* walkLines({ settlement, pages }: WholeSettlement): AsyncGenerator<Line[]> {
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
