import type { App } from '../../../platform/app/app.ts'
import { settleDueOf } from '../../../platform/due/settling.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { dueDisputes } from '../deadlines/due-disputes.ts'
import type { Dispute } from '../dispute.ts'
import type { DisputeStatus } from '../states.ts'
import { disputeFrom, listDisputesToAnswer as list } from '../store/disputes.ts'

/** In these the merchant has 14 days to answer. */
const statuses: readonly DisputeStatus[] = ['new', 'evidence_merchant']

/** The merchant's disputes that wait for its answer, first the one that is decided first; at most so many. */
export async function listDisputesToAnswer(app: App, actor: Actor, limit: number): Promise<Dispute[]> {
  await settleDueOf(app, dueDisputes, actor)
  const rows = await app.db.run(list, { merchantId: actor.merchantId, statuses, limit })
  return rows.map(disputeFrom)
}
