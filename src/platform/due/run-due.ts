import type { App } from '../app/app.ts'
import { backoffMs } from '../base/backoff.ts'
import { Refusal } from '../base/refusals.ts'
import { hour, second } from '../base/times.ts'
import { isDatabaseTrouble } from '../db/batch-calls.ts'
import { isLockTimeout } from '../db/lock-retries.ts'
import { isLockConflict } from '../db/optimistic-concurrency.ts'
import type { Due, ListedWork, RetriedKind } from './due.ts'
import { deleteRetry, saveRetry } from './store.ts'

const firstRetryMs = second
const maxRetryMs = hour

/**
 * Does one thing that is due, and answers whether it is done. What fails is logged, counted, and tried again ever later; sweeps do not
 * see it until then. Throws where nothing can be done, because the database does not answer.
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

// Somebody else who holds it at this moment is no fault of the thing: it is looked at again soon, and no later than others.
async function noteFailure(
  app: App,
  kind: RetriedKind,
  { id, actor, tries: earlier }: Due,
  error: unknown,
): Promise<void> {
  const isHeld = error instanceof Refusal || isLockConflict(error) || isLockTimeout(error)
  const tries = (earlier ?? 0) + (isHeld ? 0 : 1)
  const waitMs = isHeld ? firstRetryMs : backoffMs(tries, firstRetryMs, maxRetryMs)
  const details = { err: error, [`${kind}_id`]: id, tries, next_try_in_ms: waitMs }
  if (isHeld) app.log.info(details, `a due ${kind} is held by somebody else`)
  else {
    app.metrics.itemFailed(kind)
    app.log.error(details, `could not settle a due ${kind}`)
  }
  await app.db.run(saveRetry, { merchantId: actor.merchantId, kind, id, tries, nextTryAt: app.clock.now() + waitMs })
}
