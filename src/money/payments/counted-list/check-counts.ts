import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { listMiscounted, listMiscountedInStores } from '../store/counting.ts'

/** Says in words where the counts that lists add up differ from the payments there are, at most `limit` times of each kind. Empty: all is well. */
export async function checkCounts(app: App, limit: number): Promise<string[]> {
  const counts = await app.db.run(listMiscounted, { limit })
  const inStores = await app.db.run(listMiscountedInStores, { limit })
  return [
    ...counts.map((row) => `merchant ${row.merchant_id}: of ${kindOf(row)} the counts miss ${row.missing}`),
    ...inStores.map(
      (row) => `merchant ${row.merchant_id}: of ${kindOf(row)} at store ${row.store_id} its counts miss ${row.missing}`,
    ),
  ]
}

interface Counted {
  readonly is_test: boolean
  readonly listed_as: string
  readonly span: string
  readonly begins_at: Instant
}

function kindOf({ is_test, listed_as, span, begins_at }: Counted): string {
  const when = `${span === 'day' ? 'day' : 'quarter of an hour'} from ${new Date(begins_at).toISOString()}`
  return `${listed_as} ${is_test ? 'test' : 'live'} payments of the ${when}`
}
