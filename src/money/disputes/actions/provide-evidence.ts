import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { type Author, type ChangeOptions, requireVersion } from '../dispute.ts'
import { type Evidence, provideEvidence } from '../transitions/merchant.ts'
import { type ChangedDispute, changeDispute } from './changes.ts'

/**
 * Saves the merchant's evidence. Refuses with 404 an unknown dispute, and with 409 a dispute that accepts no
 * evidence or has another version than expected (docs/contract/disputes.md#evidence).
 */
export async function provideMerchantEvidence(
  app: App,
  actor: Actor,
  id: DisputeId,
  evidence: Evidence,
  author: Author,
  { expected, inSameTransaction }: ChangeOptions = {},
): Promise<ChangedDispute> {
  return changeDispute(
    app,
    actor,
    id,
    (dispute, at) => {
      requireVersion(expected, dispute)
      return provideEvidence(dispute, evidence, author, at)
    },
    inSameTransaction,
  )
}
