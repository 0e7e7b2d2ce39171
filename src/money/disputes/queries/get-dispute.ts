import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { retryOvertaken } from '../../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { settleLapsed } from '../deadlines/settle-lapsed.ts'
import type { Dispute, HistoryEntry } from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { disputeFrom, findDisputeWithHistory, historyFrom } from '../store/disputes.ts'

interface DisputeCase {
  readonly dispute: Dispute
  readonly history: readonly HistoryEntry[]
}

/**
 * The dispute with its history as it is at this moment, whether or not a worker has run. Refuses with 404 one of another
 * merchant.
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
