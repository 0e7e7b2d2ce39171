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
import { type Challenge, challenge } from '../transitions/merchant.ts'
import { changeDisputes } from './changes.ts'

/**
 * Challenges up to 20 disputes, each with its own text, all or nothing. Refuses with 400 `bad_request` an empty
 * list, more than 20, and a dispute that is unknown, another merchant's, doubled or not new
 * (docs/contract/disputes.md#challenge). Refuses with 409 a dispute that has another version than expected.
 */
export async function challengeDisputes(
  app: App,
  actor: Actor,
  requests: readonly (Challenge & { readonly disputeId: DisputeId })[],
  author: Author,
  { expected, inSameTransaction }: ChangeOptions = {},
): Promise<readonly Dispute[]> {
  if (requests.length === 0 || requests.length > maxDisputesPerRequest) throw refusals.badRequest()
  const byId = new Map(requests.map((request) => [request.disputeId, request]))
  if (byId.size < requests.length) throw refusals.badRequest()
  const rule = (dispute: Dispute, at: Instant): DisputeChange => {
    const request = byId.get(dispute.id)
    requireVersion(expected, dispute)
    if (request === undefined) throw new Error('only what was named is changed')
    return challenge(dispute, request, author, at)
  }
  const changed = await changeDisputes(app, actor, [...byId.keys()], rule, refusals.badRequest, inSameTransaction)
  return changed.map(({ dispute }) => dispute)
}
