import type { App } from '../../../platform/app/app.ts'
import type { Region } from '../../../platform/base/countries.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import { customer } from '../../../platform/base/principal.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { findSessionOwner } from '../store/sessions.ts'

/** The customer who came with a session's id, as somebody who may act on it. Refuses an id that this region does not have. */
export async function findCustomer(app: App, region: Region, id: SessionId, requestId: string): Promise<Actor> {
  const [owner] = await app.db.run(findSessionOwner, { id })
  if (owner === undefined || owner.region !== region) throw refusals.noSuchSession()
  const { merchant_id, is_test, clock_offset_ms } = owner
  return {
    merchantId: merchant_id,
    isTest: is_test,
    principal: customer,
    requestId,
    clockOffsetMs: Number(clock_offset_ms),
  }
}
