import type { App } from '../app/app.ts'
import { longWork } from '../db/limits.ts'
import {
  countChanges,
  forgetCounts,
  listMiscounted,
  lockCounts,
  recountPayments,
  tryLockCounts,
} from './store/listing.ts'

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
    const [lock] = await tx.run(tryLockCounts, [])
    if (!lock?.locked) return 0
    const [row] = await tx.run(countChanges, [countBatch])
    return row?.counted ?? 0
  })
  const untidied = (counted.get(app) ?? 0) + done
  const isTidy = untidied < tidyAfter
  counted.set(app, isTidy ? untidied : 0)
  if (!isTidy) await app.db.runText('vacuum payment_count_changes')
  return done
}

/** Counts all payments of all merchants anew, while the service goes on. */
export async function recountAllPayments(app: App): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockCounts, [])
    await tx.run(forgetCounts, [])
    await tx.run(recountPayments, [])
  }, longWork.recountMs)
}

/** Says in words where the counts that lists add up differ from the payments there are, at most `limit` times. Empty: all is well. */
export async function examineCounts(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listMiscounted, [limit])
  return rows.map(({ merchant_id, is_test, listed_as, span, begins_at, missing }) => {
    const when = `${span === 'day' ? 'day' : 'quarter of an hour'} from ${new Date(begins_at).toISOString()}`
    const mode = is_test ? 'test' : 'live'
    return `merchant ${merchant_id}: of ${listed_as} ${mode} payments of the ${when} the counts miss ${missing}`
  })
}
