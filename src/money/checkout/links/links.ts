import type { App } from '../../../platform/app/app.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { sendLink } from '../messages/send-link.ts'
import { refusals } from '../refusals.ts'
import { countLinks, countSend, findLinkRow, linkFrom, listLinkRows, takeBackSend } from '../store/links.ts'
import { deleteLinksOfSandbox, listLinksOfSandbox } from '../store/sandbox.ts'
import type { PaymentLink } from './payment-link.ts'

/** A link with its session and payment as they are now. Refuses with 404 one of another merchant or of the other mode. */
export async function getLink(app: App, actor: Actor, id: string): Promise<PaymentLink> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findLinkRow, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchLink()
  return linkFrom(row, await getPayment(app, actor, row.payment_id))
}

/** A page of the links that people of the merchant made, newest first, and how many there are in all. */
export async function listLinks(
  app: App,
  actor: Actor,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly links: readonly PaymentLink[]; readonly totalCount: number }> {
  const { merchantId, isTest } = actor
  const [counted] = await app.db.run(countLinks, { merchantId, isTest })
  const rows = await app.db.run(listLinkRows, { merchantId, isTest, ...page })
  const links = await Promise.all(rows.map(async (row) => linkFrom(row, await getPayment(app, actor, row.payment_id))))
  return { links, totalCount: counted?.count ?? 0 }
}

/**
 * Sends a link to the customer's phone, for the first time or again. Refuses with 409 where it was sent meanwhile, more often than `expectedSends`,
 * and otherwise as `sendLink` does; then it counts as not sent.
 */
export async function resendLink(
  app: App,
  actor: Actor,
  id: string,
  expectedSends: number,
  baseUrl: string,
): Promise<void> {
  const { session, sentAt } = await getLink(app, actor, id)
  const link = { merchantId: actor.merchantId, id }
  const counted = await app.db.run(countSend, { ...link, seen: expectedSends, at: nowFor(app, actor) })
  if (counted.length === 0) throw refusals.linkSentMeanwhile()
  try {
    await sendLink(app, actor, session.id, baseUrl)
  } catch (error) {
    await app.db.run(takeBackSend, { ...link, sends: expectedSends + 1, sentAt })
    throw error
  }
}

/** Payment links that a sandbox made. Their sessions are listed by themselves (`sandboxSessions`). */
export const sandboxLinks: SandboxRemains = {
  one: 'payment link',
  many: 'payment links',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listLinksOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listLinksOfSandbox, { isUnmarkedToo })) {
      await db.run(deleteLinksOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
