import type { App } from '../../../platform/app/app.ts'
import { isReachable, parsePhone } from '../../../platform/base/phone.ts'
import { tooManyRequests } from '../../../platform/base/refusals.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { getStore } from '../../../platform/merchants/stores/stores.ts'
import { refusals } from '../refusals.ts'
import type { Session } from '../sessions/session.ts'
import { linkMessage } from './messages.ts'
import { countMessage } from './quota-counts.ts'

/**
 * Sends an address at which the session's order can be paid to the buyer's phone; the sandbox also logs it. Refuses a
 * buyer without a phone, a phone in a country without messages, and, with 429, a message above the quotas.
 */
export async function sendAddress(app: App, actor: Actor, session: Session, link: string): Promise<void> {
  const { id } = session
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
  const text = linkMessage(session, link)
  await messenger.send({ merchantId, to, text, about: id, kind: 'link', isTest, at: nowFor(app, actor) })
  if (app.config.mode === 'sandbox') app.log.info({ session_id: id, link }, 'link sent')
}
