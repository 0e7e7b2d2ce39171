import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import type { Author } from '../dispute.ts'
import { type Decided, requireSeen } from '../seen-versions.ts'
import { type Evidence, provideEvidence } from '../transitions/merchant.ts'
import { changeDispute } from './change-dispute.ts'
import type { ChangedDispute } from './change-disputes.ts'

/**
 * Takes the merchant's evidence. Refuses with 404 an unknown dispute and with 409 one that accepts none,
 * or is not as `seen` any more (docs/contract/disputes.md#evidence).
 */
export async function provideMerchantEvidence(
  app: App,
  actor: Actor,
  id: DisputeId,
  evidence: Evidence,
  author: Author,
  { seen, also }: Decided = {},
): Promise<ChangedDispute> {
  return changeDispute(
    app,
    actor,
    id,
    (dispute, at) => {
      requireSeen(seen, dispute)
      return provideEvidence(dispute, evidence, author, at)
    },
    also,
  )
}
