import type { App } from '../app/app.ts'
import type { SessionId } from '../base/ids.ts'
import type { Region } from '../base/regions.ts'
import type { Actor } from '../merchants/caller.ts'
import { getPayment } from '../payments/get-payment.ts'
import { refusals } from './refusals.ts'
import type { Session } from './session.ts'
import { findSessionOwner, findSessionRow, sessionFrom } from './store/sessions.ts'

/** The session with its payment as both are now. Refuses with 404 one of another merchant or of the other mode. */
export async function getSession(app: App, actor: Actor, id: SessionId): Promise<Session> {
  const [row] = await app.db.run(findSessionRow, [actor.merchantId, id, actor.isTest])
  if (row === undefined) throw refusals.noSuchSession()
  return sessionFrom(row, await getPayment(app, actor, row.payment_id))
}

/** The customer who came with a session's id, as somebody who may act on it. Refuses an id that this region does not have. */
export async function findCustomer(app: App, region: Region, id: SessionId, requestId: string): Promise<Actor> {
  const [owner] = await app.db.run(findSessionOwner, [id])
  if (owner === undefined || owner.region !== region) throw refusals.noSuchSession()
  const { merchant_id, is_test, clock_offset_ms } = owner
  return {
    merchantId: merchant_id,
    isTest: is_test,
    name: 'customer',
    requestId,
    clockOffsetMs: Number(clock_offset_ms),
  }
}
