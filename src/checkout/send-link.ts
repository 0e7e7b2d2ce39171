import type { App } from '../app/app.ts'
import type { SessionId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getSession } from './get-session.ts'
import { refusals } from './refusals.ts'
import { statusOf } from './session.ts'
import { pageUrl } from './wire.ts'

/** Sends the payment page's address to the buyer's phone: into the log. Refuses a finished session and a buyer without phone. */
export async function sendLink(app: App, actor: Actor, id: SessionId, baseUrl: string): Promise<void> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.linkFinalized()
  if (session.payment.order.buyer.phone === '') throw refusals.noPhone()
  app.log.info({ session_id: id, link: pageUrl(session, baseUrl) }, 'link sent')
}
