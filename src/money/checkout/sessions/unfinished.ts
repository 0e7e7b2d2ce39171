import type { App } from '../../../platform/app/app.ts'
import { day, type Instant } from '../../../platform/base/times.ts'
import type { Db } from '../../../platform/db/db.ts'
import { longWork } from '../../../platform/db/limits.ts'
import { listUnfinishedPayments, listUntidiedPayments } from '../../payments/unfinished/unfinished.ts'
import { tryLockVisits } from '../figures/store.ts'
import { emptyLinks } from '../store/link-sessions.ts'
import { emptyUnfinishedSessions, removeUnfinishedSessions } from '../store/unfinished.ts'

const batch = 200

/**
 * Removes a batch of unfinished sessions older than UNFINISHED_DAYS for which no card was charged, with their payments
 * and all their rows. Returns their number. Several processes may call it: one of them works.
 */
export async function removeUnfinished(app: App): Promise<number> {
  const now = app.clock.now()
  const before = now - app.config.unfinishedDays * day
  const removed = await app.db.eachShard((db) => removeBefore(db, before, now))
  return removed.reduce((sum, one) => sum + one)
}

function removeBefore(db: Db, before: Instant, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.run(tryLockVisits, {})
    if (!lock?.locked) return 0
    let count = 0
    for (const unfinished of await listUnfinishedPayments(tx, before, batch)) {
      const [row] = await tx.run(removeUnfinishedSessions, { ...unfinished, now })
      count += row?.removed ?? 0
    }
    return count
  }, longWork.retentionMs)
}

/**
 * Empties a batch of unfinished sessions that are older than UNFINISHED_BODY_DAYS: removes items, descriptions,
 * earlier orders, meta, attachment and addresses, and keeps the rows. Sessions with a charged card stay whole.
 * Removes also the orders of payment links that ended that long ago. Returns the number of payments that are done.
 */
export async function emptyUnfinished(app: App): Promise<number> {
  const now = app.clock.now()
  const before = now - app.config.unfinishedBodyDays * day
  await app.db.run(emptyLinks, { before, limit: batch })
  const tidied = await app.db.eachShard((db) => tidyBefore(db, before, now))
  return tidied.reduce((sum, one) => sum + one)
}

function tidyBefore(db: Db, before: Instant, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    let count = 0
    for (const untidied of await listUntidiedPayments(tx, before, batch)) {
      const [row] = await tx.run(emptyUnfinishedSessions, { ...untidied, now })
      count += row?.tidied ?? 0
    }
    return count
  }, longWork.retentionMs)
}
