import type { App } from '../app/app.ts'
import type { SessionId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { expirePayment } from '../payments/decide-payment.ts'
import { getSession } from './get-session.ts'
import { refusals } from './refusals.ts'
import { type Session, statusOf } from './session.ts'
import { recordCancel } from './store/visits.ts'

/** Ends an open session: it and its payment become expired. Refuses one that is finished. */
export async function cancelSession(app: App, actor: Actor, id: SessionId): Promise<Session> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.finalized()
  const payment = await expirePayment(app, actor, session.payment.id)
  // So that the page tells the customer that it was cancelled, and not that time ran out.
  await app.db.run(recordCancel, [actor.merchantId, id, nowFor(app, actor)])
  return { ...session, payment }
}
