import type { App } from '../../../platform/app/app.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { sendLink } from '../messages/send-link.ts'
import { refusals } from '../refusals.ts'
import { countSend, takeBackSend } from '../store/links.ts'
import { getLink } from './get-link.ts'

/**
 * Sends a link to the customer's phone, for the first time or again. Refuses with 409 where it was sent meanwhile, more often than `seen`,
 * and otherwise as `sendLink` does; then it counts as not sent.
 */
export async function resendLink(app: App, actor: Actor, id: string, seen: number, baseUrl: string): Promise<void> {
  const { session, sentAt } = await getLink(app, actor, id)
  const link = { merchantId: actor.merchantId, id }
  const counted = await app.db.run(countSend, { ...link, seen, at: nowFor(app, actor) })
  if (counted.length === 0) throw refusals.linkSentMeanwhile()
  try {
    await sendLink(app, actor, session.id, baseUrl)
  } catch (error) {
    await app.db.run(takeBackSend, { ...link, sends: seen + 1, sentAt })
    throw error
  }
}
