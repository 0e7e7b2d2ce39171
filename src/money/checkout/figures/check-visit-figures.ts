import type { App } from '../../../platform/app/app.ts'
import { listWrongVisitFigures } from './store.ts'

/** Says in words where the figures of visits differ from the visits there are, at most `limit` times. Empty: all is well. */
export async function checkVisitFigures(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listWrongVisitFigures, { limit })
  return rows.map(({ merchant_id, is_test, currency, date, opened, proved }) => {
    const mode = is_test ? 'test' : 'live'
    return `merchant ${merchant_id}: of the ${mode} sessions of ${date} in ${currency} the figures miss ${opened} opened pages and ${proved} proved phones`
  })
}
