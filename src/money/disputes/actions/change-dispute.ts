import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import type { Dispute, DisputeChange } from '../dispute.ts'
import { refusals } from '../refusals.ts'
import type { Decided } from '../seen-versions.ts'
import { type ChangedDispute, changeDisputes } from './change-disputes.ts'

/** Changes one dispute by a rule; `also` stands or falls with it. Refuses with 404 one that is not this merchant's. */
export async function changeDispute(
  app: App,
  actor: Actor,
  id: DisputeId,
  rule: (dispute: Dispute, at: Instant) => DisputeChange,
  also?: Decided['also'],
): Promise<ChangedDispute> {
  const [changed] = await changeDisputes(app, actor, [id], rule, refusals.disputeNotFound, also)
  if (changed === undefined) throw new Error('one dispute was to be changed')
  return changed
}
