import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import {
  type Author,
  type ChangeOptions,
  type Dispute,
  type DisputeChange,
  maxDisputesPerRequest,
  requireVersion,
} from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { approve } from '../transitions/merchant.ts'
import { changeDisputes } from './changes.ts'

/**
 * Approves up to 20 disputes and refunds their amounts, all or nothing. Refuses with 400 `bad_request` an empty
 * list, more than 20 ids, and an id that is unknown, another merchant's, doubled or not active
 * (docs/contract/disputes.md#approve). Refuses with 409 a dispute that has another version than expected.
 */
export async function approveDisputes(
  app: App,
  actor: Actor,
  ids: readonly DisputeId[],
  author: Author,
  { expected, inSameTransaction }: ChangeOptions = {},
): Promise<readonly Dispute[]> {
  if (ids.length === 0 || ids.length > maxDisputesPerRequest) throw refusals.badRequest()
  if (new Set(ids).size < ids.length) throw refusals.badRequest()
  const rule = (dispute: Dispute, at: Instant): DisputeChange => {
    requireVersion(expected, dispute)
    return approve(dispute, author, at)
  }
  const changed = await changeDisputes(app, actor, ids, rule, refusals.badRequest, inSameTransaction)
  return changed.map(({ dispute }) => dispute)
}
