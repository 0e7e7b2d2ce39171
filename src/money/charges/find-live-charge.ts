import type { App } from '../../platform/app/app.ts'
import type { MerchantId, SessionId } from '../../platform/base/ids.ts'
import type { Charge } from './charge.ts'
import { chargeFrom, findLiveCharge as find } from './store/charges.ts'

/** The session's charge that is under way or approved. */
export async function findLiveCharge(
  app: App,
  key: { readonly merchantId: MerchantId; readonly sessionId: SessionId },
): Promise<Charge | undefined> {
  const [row] = await app.db.run(find, key)
  return row && chargeFrom(row)
}
