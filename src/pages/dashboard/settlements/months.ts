import { localDateOf, monthsLater } from '../../../money/plans/local-time.ts'
import { getMonthStatement } from '../../../money/settlements/get-month-statement.ts'
import { isMonth, type Month, type MonthStatement } from '../../../money/settlements/month-statement.ts'
import { statementNumberOf } from '../../../money/settlements/statement-number.ts'
import { settlementWire } from '../../../money/settlements/wire.ts'
import { csvHead, csvLines } from '../../../platform/base/csv.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findStoreByCode, type Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { choiceField, type FilterField, isWrongFilter } from '../../../platform/ui/back-office/components/filter-bar.ts'
import { refuseExport } from '../lists.ts'
import type { Answer, Visit } from '../page.ts'
import { storeChoices } from '../store-name.ts'
import { recordDone } from '../visit.ts'
import { monthPage } from './views/month.ts'

/** Earlier months can be opened by their address. */
const listedMonths = 24
const firstMonth = '2000-01'

interface ChosenMonth {
  readonly fields: readonly FilterField[]
  readonly query: Readonly<Record<string, string | undefined>>
  /** Undefined if the address has an unknown store, or a month that is none or in the future. */
  readonly chosen: { readonly store: Store; readonly month: Month } | undefined
}

function readMonth(visit: Visit, stores: readonly Store[]): ChosenMonth {
  const { app, actor, query, words } = visit
  const { texts } = words
  const code = query('merchant_code') || (stores[0]?.merchantCode ?? '')
  const store = findStoreByCode(stores, code)
  const today = localDateOf(nowFor(app, actor), (store ?? stores[0])?.currency ?? 'AED')
  const month = query('month') || today.slice(0, 7)
  const months = Array.from({ length: listedMonths }, (_, back) =>
    monthsLater(`${today.slice(0, 7)}-01`, -back).slice(0, 7),
  )
  const isKnown = isMonth(month) && month >= firstMonth && month <= today.slice(0, 7)
  const listed = isKnown && !months.includes(month) ? [...months, month] : months
  const fields = [
    choiceField(words, {
      ...{ name: 'month', label: texts.monthField, value: month },
      choices: listed.map((one) => [one, words.month(`${one}-01`)] as const),
    }),
    ...(stores.length > 1 || store === undefined
      ? [
          choiceField(words, {
            ...{ name: 'merchant_code', label: texts.storeField, value: store?.merchantCode ?? code },
            choices: storeChoices(stores),
          }),
        ]
      : []),
  ]
  const isRight = store !== undefined && !isWrongFilter(fields)
  return {
    fields,
    query: { month, merchant_code: store?.merchantCode ?? code },
    chosen: isRight ? { store, month } : undefined,
  }
}

/** Shows the statement of a store's month: without a choice, of the first store and the present month. */
export async function viewMonth(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const { fields, query, chosen } = readMonth(visit, stores)
  if (chosen === undefined) return monthPage(visit, { fields, query, shown: undefined })
  const statement = await getMonthStatement(app, actor, chosen.store, chosen.month)
  return monthPage(visit, { fields, query, shown: { statement, store: chosen.store } })
}

const columns = [
  ...(['statement', 'date', 'merchant_code', 'currency', 'status', 'captures', 'refunds', 'dispute_refunds'] as const),
  ...(['fees', 'vat', 'net', 'opening', 'paid_out', 'closing', 'payout_id', 'payout_reference'] as const),
]

/** Exports the days of a store's month as CSV, with the balance of the statement. */
export async function exportMonth(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const { chosen } = readMonth(visit, stores)
  if (chosen === undefined) return refuseExport(visit, 'settlements/month')
  const { store, month } = chosen
  const statement = await getMonthStatement(app, actor, store, month)
  await recordDone(visit, { what: 'export_settlements', onKind: 'settlement', onId: '' })
  const name = `statement-${store.merchantCode.replaceAll(/[^\w-]/g, '_')}-${month}.csv`
  return { file: { name, type: 'text/csv; charset=utf-8', body: Buffer.from(monthCsv(visit, store, statement)) } }
}

function monthCsv({ isTest }: Visit, store: Store, { days, payouts, month }: MonthStatement): string {
  const { merchantCode, currency } = store
  const number = statementNumberOf({ merchantCode, currency, isTest }, month)
  const lines = days.map((day) => {
    const { id: _, ledger_head: __, is_test: ___, payout_id, ...wire } = settlementWire(day)
    return {
      ...{ ...wire, statement: number, payout_id: payout_id ?? '' },
      closing: formatAmount(day.closingMinor, currency),
      payout_reference: payouts.find(({ id }) => id === payout_id)?.reference ?? '',
    }
  })
  return csvHead(columns) + csvLines(columns, lines)
}
