import type { App } from '../../../platform/app/app.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import { isReachable, parsePhone } from '../../../platform/base/phone.ts'
import { tooManyRequests } from '../../../platform/base/refusals.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { getStore } from '../../../platform/merchants/stores/stores.ts'
import { refusals } from '../refusals.ts'
import { statusOf } from '../sessions/session.ts'
import { getSession } from '../sessions/sessions.ts'
import { pageUrl } from '../wire.ts'
import { linkMessage } from './messages.ts'
import { countMessage } from './quota-counts.ts'

/**
 * Sends the payment page's address to the buyer's phone; the sandbox also logs it. Refuses a finished session, a buyer
 * without a phone, a phone in a country without messages, and, with 429, a message above the quotas.
 */
export async function sendLink(app: App, actor: Actor, id: SessionId, baseUrl: string): Promise<void> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.linkFinalized()
  const { phone } = session.payment.order.buyer
  if (phone === '') throw refusals.noPhone()
  const store = await getStore(app, actor.merchantId, session.payment.storeId)
  const to = parsePhone(phone, store.country)
  if (to === undefined || !isReachable(to, app.config.messageCountries)) throw refusals.phoneNotReachable()
  const { merchantId, isTest } = actor
  // The merchant requests it, so no customer's address is counted.
  const waitSeconds = await countMessage(app, { merchantId, isTest, phone: to, address: undefined })
  if (waitSeconds !== undefined) throw tooManyRequests(waitSeconds)
  const messenger = actor.isTest ? app.messengers.test : app.messengers.live
  const link = pageUrl(session, baseUrl)
  const text = linkMessage(session, link)
  await messenger.send({ merchantId, to, text, about: id, kind: 'link', isTest, at: nowFor(app, actor) })
  if (app.config.mode === 'sandbox') app.log.info({ session_id: id, link }, 'link sent')
}
