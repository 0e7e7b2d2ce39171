import type { App } from '../../app/app.ts'
import { listMiscounted } from './store.ts'

/** Says in words where the counts that lists add up differ from the payments there are, at most `limit` times. Empty: all is well. */
export async function checkCounts(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listMiscounted, { limit })
  return rows.map(({ merchant_id, is_test, listed_as, span, begins_at, missing }) => {
    const when = `${span === 'day' ? 'day' : 'quarter of an hour'} from ${new Date(begins_at).toISOString()}`
    const mode = is_test ? 'test' : 'live'
    return `merchant ${merchant_id}: of ${listed_as} ${mode} payments of the ${when} the counts miss ${missing}`
  })
}
