import type { App } from '../../platform/app/app.ts'
import type { DisputeId, MerchantId } from '../../platform/base/ids.ts'
import { service } from '../../platform/base/principal.ts'
import type { Instant } from '../../platform/base/times.ts'
import { retryOvertaken } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { trySaveDisputes } from './actions/save-disputes.ts'
import type { Dispute, HistoryEntry } from './dispute.ts'
import { refusals } from './refusals.ts'
import { findDisputeRows, findDisputeWithHistory, findDisputeOwner as findOwner } from './store/disputes.ts'
import { disputeFrom, historyFrom } from './store/rows.ts'
import { lapse } from './transitions/transition.ts'

/** Returns the disputes of this merchant among the ids, as of this moment. Other ids are left out. */
export async function findDisputes(
  app: App,
  actor: Actor,
  ids: readonly DisputeId[],
  at: Instant,
): Promise<readonly Dispute[]> {
  return retryOvertaken(refusals.changedMeanwhile, async () => {
    const rows = await app.db.run(findDisputeRows, { merchantId: actor.merchantId, ids })
    const disputes = rows.map(disputeFrom)
    return !(await settleLapsed(app, actor, disputes, at)) && disputes
  })
}

interface DisputeCase {
  readonly dispute: Dispute
  readonly history: readonly HistoryEntry[]
}

/**
 * Returns the dispute and its history as of this moment, also if no worker has run. Refuses another merchant's with
 * 404.
 */
export async function getDispute(app: App, actor: Actor, id: DisputeId): Promise<DisputeCase> {
  return retryOvertaken(refusals.changedMeanwhile, async () => {
    const [row] = await app.db.run(findDisputeWithHistory, { merchantId: actor.merchantId, id })
    if (row === undefined) throw refusals.disputeNotFound()
    const dispute = disputeFrom(row)
    const isLapsed = await settleLapsed(app, actor, [dispute], nowFor(app, actor))
    return !isLapsed && { dispute, history: historyFrom(row.history) }
  })
}

/**
 * Returns the merchant of a dispute; undefined if there is no such dispute. Ids are random: at most one merchant
 * has it.
 */
export async function findDisputeOwner(app: App, id: DisputeId): Promise<MerchantId | undefined> {
  return (await app.db.run(findOwner, { id }))[0]?.merchant_id
}

/**
 * Decides the disputes that were due before this moment. Returns whether there were any. Then the caller must read
 * all of them again, because this call or a faster one has saved them.
 */
async function settleLapsed(app: App, actor: Actor, disputes: readonly Dispute[], at: Instant): Promise<boolean> {
  const lapsed = disputes.flatMap((dispute) => lapse(dispute, at) ?? [])
  for (const change of lapsed) await trySaveDisputes(app, { ...actor, principal: service }, [change])
  return lapsed.length > 0
}
