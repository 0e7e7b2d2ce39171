import type { App } from '../../../platform/app/app.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import { figuresFrom, listWrongFigures } from './store.ts'

/** Says in words where the figures of days differ from what happened to the payments, at most `limit` times. Empty: all is well. */
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
