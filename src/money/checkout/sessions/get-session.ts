import type { App } from '../../../platform/app/app.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { refusals } from '../refusals.ts'
import { findSessionRow, sessionFrom } from '../store/sessions.ts'
import type { Session } from './session.ts'

/** The session with its payment as both are now. Refuses with 404 one of another merchant or of the other mode. */
export async function getSession(app: App, actor: Actor, id: SessionId): Promise<Session> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findSessionRow, { merchantId, id, isTest })
  if (row === undefined) throw refusals.noSuchSession()
  return sessionFrom(row, await getPayment(app, actor, row.payment_id))
}
