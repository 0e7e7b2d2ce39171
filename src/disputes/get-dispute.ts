import type { App } from '../app/app.ts'
import type { DisputeId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { maxAttempts, pauseBeforeRetry } from '../db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { lapse } from './deadline.ts'
import type { Dispute, HistoryEntry } from './dispute.ts'
import { refusals } from './refusals.ts'
import { trySaveDisputes } from './save-disputes.ts'
import { disputeFrom, findDisputeRows, findDisputeWithHistory, historyFrom } from './store/disputes.ts'

export interface DisputeCase {
  readonly dispute: Dispute
  readonly history: readonly HistoryEntry[]
}

/**
 * The dispute with its history as it is at this moment, whether or not a worker has run. Refuses with 404 one of another
 * merchant.
 */
export async function getDispute(app: App, actor: Actor, id: DisputeId): Promise<DisputeCase> {
  for (let tries = 1; tries <= maxAttempts; tries += 1) {
    const [row] = await app.db.run(findDisputeWithHistory, [actor.merchantId, id])
    if (row === undefined) throw refusals.disputeNotFound()
    const dispute = disputeFrom(row)
    if (!(await settle(app, actor, [dispute], nowFor(app, actor))))
      return { dispute, history: historyFrom(row.history) }
    await pauseBeforeRetry(tries)
  }
  throw refusals.changedMeanwhile()
}

/** Those of the disputes that exist and are this merchant's, as they are at this moment. */
export async function findDisputes(
  app: App,
  actor: Actor,
  ids: readonly DisputeId[],
  at: Instant,
): Promise<readonly Dispute[]> {
  for (let tries = 1; tries <= maxAttempts; tries += 1) {
    const rows = await app.db.run(findDisputeRows, [actor.merchantId, ids])
    const disputes = rows.map(disputeFrom)
    if (!(await settle(app, actor, disputes, at))) return disputes
    await pauseBeforeRetry(tries)
  }
  throw refusals.changedMeanwhile()
}

// Whether anything was due, and so has to be read again: saved here, or by somebody who was faster.
async function settle(app: App, actor: Actor, disputes: readonly Dispute[], at: Instant): Promise<boolean> {
  const due = disputes.flatMap((dispute) => lapse(dispute, at) ?? [])
  for (const change of due) await trySaveDisputes(app, { ...actor, name: 'service' }, [change])
  return due.length > 0
}
