import type { App } from '../../../platform/app/app.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { daysOf } from '../../plans/local-time.ts'
import { type CurrencyFigures, type DayFigures, type Period, quietDay } from './day-figures.ts'
import { figuresFrom, listFigures, listWrongFigures } from './store.ts'

/**
 * Returns the figures of a merchant's days in this mode, for each currency of its stores, the default store's first.
 * Exact, and fast for millions of payments.
 */
export async function loadDayFigures(
  app: App,
  { merchantId, isTest }: MerchantMode,
  { from, to }: Period,
): Promise<CurrencyFigures[]> {
  const [stores, rows] = await Promise.all([
    listStores(app, merchantId),
    app.db.run(listFigures, { merchantId, isTest, from, to }),
  ])
  const known = new Map(rows.map((row): [string, DayFigures] => [`${row.currency} ${row.date}`, figuresFrom(row)]))
  const currencies = [...new Set(stores.map(({ currency }): Currency => currency))]
  return currencies.map((currency) => ({
    currency,
    days: daysOf(from, to).map((date) => known.get(`${currency} ${date}`) ?? quietDay(date)),
  }))
}

/**
 * Returns a sentence for each day whose figures differ from the payments' events, at most `limit`. Empty: no
 * differences.
 */
export async function checkFigures(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listWrongFigures, { limit })
  return rows.map((row) => {
    const { merchant_id, is_test, currency } = row
    const { date, ...missing } = figuresFrom(row)
    const parts = Object.entries(missing).flatMap(([name, value]) => {
      if (typeof value === 'bigint')
        return value === 0n ? [] : [`${name.replace('Minor', '')} ${formatMoney(value, currency)}`]
      return value === 0 ? [] : [`${value} ${name}`]
    })
    const day = `${date} in ${currency} (${is_test ? 'test' : 'live'})`
    return `merchant ${merchant_id}: the figures of ${day} miss ${parts.join(', ')}`
  })
}
