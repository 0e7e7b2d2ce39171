import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { retryOvertaken } from '../../../platform/db/optimistic-concurrency.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { settleLapsed } from '../deadlines/settle-lapsed.ts'
import type { Dispute } from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { disputeFrom, findDisputeRows } from '../store/disputes.ts'

/** Those of the disputes that exist and are this merchant's, as they are at this moment. */
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
