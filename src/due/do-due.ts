import type { App } from '../app/app.ts'
import { backoffMs } from '../base/backoff.ts'
import { Refusal } from '../base/refusals.ts'
import { hour, second } from '../base/times.ts'
import { isDatabaseTrouble } from '../db/batch-calls.ts'
import { isLockTimeout } from '../db/lock-retries.ts'
import { isLockConflict } from '../db/optimistic-concurrency.ts'
import type { Due, DueKind } from './due.ts'
import { deleteRetry, saveRetry } from './store.ts'

/** So many are done at the same time. */
const mostAtOnce = 8

const firstRetryMs = second
const longestRetryMs = hour

/**
 * Does what is due, several things at a time, and goes past what fails: that is logged, counted, and tried again ever later, and
 * sweeps do not see it until then. Answers how many were done.
 */
export async function doDue<T extends Due>(
  app: App,
  kind: DueKind,
  due: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<number> {
  let done = 0
  const left = due.values()
  const worker = async (): Promise<void> => {
    for (const one of left) if (await doOne(app, kind, one, () => work(one))) done += 1
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(mostAtOnce, due.length) }, worker))
  const failed = workers.find((ended) => ended.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return done
}

/** The same for one thing: whether it was done. Throws where nothing can be done, because the database does not answer. */
export async function doOne(app: App, kind: DueKind, one: Due, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    await noteFailure(app, kind, one, error)
    return false
  }
  if (one.tries !== null) await app.db.run(deleteRetry, [one.merchantId, kind, one.id])
  return true
}

// Somebody else who holds it at this moment is no fault of the thing: it is looked at again soon, and no later than others.
async function noteFailure(app: App, kind: DueKind, one: Due, error: unknown): Promise<void> {
  const { merchantId, id } = one
  const isHeld = error instanceof Refusal || isLockConflict(error) || isLockTimeout(error)
  const tries = (one.tries ?? 0) + (isHeld ? 0 : 1)
  const waitMs = isHeld ? firstRetryMs : backoffMs(tries, firstRetryMs, longestRetryMs)
  const what = { err: error, [`${kind}_id`]: id, tries, next_try_in_ms: waitMs }
  if (isHeld) app.log.info(what, `a due ${kind} is held by somebody else`)
  else {
    app.metrics.itemFailed(kind)
    app.log.error(what, `could not settle a due ${kind}`)
  }
  await app.db.run(saveRetry, [merchantId, kind, id, tries, app.clock.now() + waitMs])
}
