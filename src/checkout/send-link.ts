import type { App } from '../app/app.ts'
import type { SessionId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getStore } from '../merchants/get-store.ts'
import { getSession } from './get-session.ts'
import { linkMessage } from './messages.ts'
import { parsePhone } from './phone.ts'
import { refusals } from './refusals.ts'
import { statusOf } from './session.ts'
import { pageUrl } from './wire.ts'

/**
 * Sends the payment page's address to the buyer's phone, as a text message; the sandbox also writes it into the log. Refuses a
 * finished session and a buyer without phone.
 */
export async function sendLink(app: App, actor: Actor, id: SessionId, baseUrl: string): Promise<void> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.linkFinalized()
  const { phone } = session.payment.order.buyer
  if (phone === '') throw refusals.noPhone()
  const store = await getStore(app, actor.merchantId, session.payment.storeId)
  const to = parsePhone(phone, store.country) ?? phone
  const messenger = actor.isTest ? app.messengers.test : app.messengers.live
  const link = pageUrl(session, baseUrl)
  const text = linkMessage(session, link)
  await messenger.send({ merchantId: actor.merchantId, to, text, about: id, at: nowFor(app, actor) })
  if (app.config.mode === 'sandbox') app.log.info({ session_id: id, link }, 'link sent')
}
