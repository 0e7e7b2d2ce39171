import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { type Author, type Dispute, type DisputeChange, maxDisputesPerRequest } from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { type Decided, requireSeen } from '../seen-versions.ts'
import { approve } from '../transitions/merchant.ts'
import { changeDisputes } from './change-disputes.ts'

/**
 * Approves up to 20 disputes and refunds their amounts, all or nothing. Refuses with 400 `bad_request` an empty list, more than
 * 20, and an id that is unknown, another merchant's, doubled or not active (docs/contract/disputes.md#approve); with 409 one that is not
 * as `seen` any more.
 */
export async function approveDisputes(
  app: App,
  actor: Actor,
  ids: readonly DisputeId[],
  author: Author,
  { seen, also }: Decided = {},
): Promise<readonly Dispute[]> {
  if (ids.length === 0 || ids.length > maxDisputesPerRequest) throw refusals.badRequest()
  if (new Set(ids).size < ids.length) throw refusals.badRequest()
  const rule = (dispute: Dispute, at: Instant): DisputeChange => {
    requireSeen(seen, dispute)
    return approve(dispute, author, at)
  }
  const changed = await changeDisputes(app, actor, ids, rule, refusals.badRequest, also)
  return changed.map(({ dispute }) => dispute)
}
