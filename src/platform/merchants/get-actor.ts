import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import type { Principal } from '../base/principal.ts'
import type { Actor } from './caller.ts'
import { refusals } from './refusals.ts'
import { findMerchant } from './store.ts'

/** Somebody who acts on a merchant's live things without one of its keys, by that merchant's clock. Refuses an unknown merchant. */
export async function getActor(app: App, merchantId: MerchantId, principal: Principal): Promise<Actor> {
  const [merchant] = await app.db.run(findMerchant, { merchantId })
  if (merchant === undefined) throw refusals.noSuchMerchant()
  return { merchantId, isTest: false, principal, requestId: '', clockOffsetMs: Number(merchant.clock_offset_ms) }
}
