import type { App } from '../../../platform/app/app.ts'
import type { DisputeId, MerchantId } from '../../../platform/base/ids.ts'
import { findDisputeOwner as find } from '../store/disputes.ts'

/** Whose dispute it is; undefined where there is none. Ids are unguessable, so there is one at most. */
export async function findDisputeOwner(app: App, id: DisputeId): Promise<MerchantId | undefined> {
  return (await app.db.run(find, { id }))[0]?.merchant_id
}
