import type { App } from '../../../platform/app/app.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { statusOf } from '../sessions/session.ts'
import { getSession } from '../sessions/sessions.ts'
import { pageUrl } from '../wire.ts'
import { sendAddress } from './send-address.ts'

/** Sends the payment page's address to the buyer's phone, as `sendAddress` does. Refuses a finished session. */
export async function sendLink(app: App, actor: Actor, id: SessionId, baseUrl: string): Promise<void> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.linkFinalized()
  await sendAddress(app, actor, session, pageUrl(session, baseUrl))
}
