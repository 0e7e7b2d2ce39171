import type { App } from '../app/app.ts'
import { Refusal } from '../base/refusals.ts'
import { backoffMs, hour, second } from '../base/times.ts'
import { isDatabaseTrouble } from '../db/batch-calls.ts'
import { isLockTimeout } from '../db/lock-retries.ts'
import { isLockConflict } from '../db/optimistic-concurrency.ts'
import { type Due, type ListedWork, maxBatchSize, type RetriedKind, retriedKinds } from './due.ts'
import { countRetries, deleteOldRetries, deleteRetry, listOldRetries, saveRetry } from './store.ts'

const firstRetryMs = second
const maxRetryMs = hour

/**
 * Does one due item and returns whether it is done. A failure is logged, counted, and tried again with backoff;
 * until then sweeps do not list the item. Throws if the database does not answer.
 */
export async function runDue(app: App, work: ListedWork, due: Due): Promise<boolean> {
  try {
    await work.run(app, due)
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    await noteFailure(app, work.kind, due, error)
    return false
  }
  if (due.tries !== null) {
    await app.db.run(deleteRetry, { merchantId: due.actor.merchantId, kind: work.kind, id: due.id })
  }
  return true
}

// A lock of another process is no failure of the item: it is tried again soon, without backoff.
async function noteFailure(
  app: App,
  kind: RetriedKind,
  { id, actor, tries: earlier }: Due,
  error: unknown,
): Promise<void> {
  const isLocked = error instanceof Refusal || isLockConflict(error) || isLockTimeout(error)
  const tries = (earlier ?? 0) + (isLocked ? 0 : 1)
  const waitMs = isLocked ? firstRetryMs : backoffMs(tries, firstRetryMs, maxRetryMs)
  const details = { err: error, [`${kind}_id`]: id, tries, next_try_in_ms: waitMs }
  if (isLocked) app.log.info(details, `a due ${kind} is held by somebody else`)
  else {
    app.metrics.itemFailed(kind)
    app.log.error(details, `could not settle a due ${kind}`)
  }
  await app.db.run(saveRetry, { merchantId: actor.merchantId, kind, id, tries, nextTryAt: app.clock.now() + waitMs })
}

/** Sets the metric of waiting retries, and deletes old ones, whose items another process has done meanwhile. */
export async function countDueRetries(app: App): Promise<void> {
  // Longer than the longest backoff.
  const before = app.clock.now() - 2 * hour
  const old = await app.db.run(listOldRetries, { before, limit: maxBatchSize })
  for (const { merchant_id: merchantId } of old) await app.db.run(deleteOldRetries, { merchantId, before })
  const counts = new Map((await app.db.run(countRetries, {})).map(({ kind, count }) => [kind, count]))
  for (const kind of retriedKinds) app.metrics.setRetrying(kind, counts.get(kind) ?? 0)
}
