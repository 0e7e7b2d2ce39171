import type { App } from '../../app/app.ts'
import { countChanges, tryLockCounts } from './store.ts'

/** So many changes are counted in one transaction: what waits after an outage is done in pieces that end soon. */
export const countBatch = 20_000

/** After so many the room of the rows that were taken is given back at once and not when the server comes round to it. */
const tidyAfter = 10_000
const counted = new WeakMap<App, number>()

/**
 * Adds to the counts what payments were created and changed since the last time, at most `countBatch` changes; answers how many
 * there were. Leaves them alone while another process counts.
 */
export async function countPaymentChanges(app: App): Promise<number> {
  const done = await app.db.transaction(async (tx) => {
    const [lock] = await tx.run(tryLockCounts, {})
    if (!lock?.locked) return 0
    const [row] = await tx.run(countChanges, { limit: countBatch })
    return row?.counted ?? 0
  })
  const untidied = (counted.get(app) ?? 0) + done
  const isTidy = untidied < tidyAfter
  counted.set(app, isTidy ? untidied : 0)
  if (!isTidy) await app.db.runText('vacuum payment_count_changes')
  return done
}
