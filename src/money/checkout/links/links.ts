import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { formatSeconds, type Instant } from '../../../platform/base/times.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { sendAddress } from '../messages/send-address.ts'
import { sendLink } from '../messages/send-link.ts'
import { refusals } from '../refusals.ts'
import {
  countLinks,
  countSend,
  findLinkOfPayment,
  findLinkRow,
  linkFrom,
  listLinkRows,
  takeBackSend,
} from '../store/links.ts'
import { deleteLinksOfSandbox, listLinksOfSandbox } from '../store/sandbox.ts'
import { linkStatusOf, linkUrl, type PaymentLink } from './payment-link.ts'

/** Returns a link with its current session and payment. Refuses with 404 a link of another merchant or mode. */
export async function getLink(app: App, actor: Actor, id: string): Promise<PaymentLink> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findLinkRow, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchLink()
  return linkFrom(row, await getPayment(app, actor, row.payment_id))
}

/** Returns when a link to a payment was made and sent, and when it ends, as JSON; undefined without a link. */
export async function findLinkOf(
  app: App,
  { merchantId, isTest }: Actor,
  paymentId: PaymentId,
): Promise<LinkRecord | undefined> {
  const [row] = await app.db.run(findLinkOfPayment, { merchantId, isTest, paymentId })
  if (row === undefined) return undefined
  const { made_at, ends_at, sends, sent_at } = row
  return { made_at: formatSeconds(made_at), ends_at: formatOrNull(ends_at), sends, sent_at: formatOrNull(sent_at) }
}

/** What is kept of a link for the customer of its payment, as JSON. */
interface LinkRecord {
  readonly made_at: string
  readonly ends_at: string | null
  readonly sends: number
  readonly sent_at: string | null
}

function formatOrNull(at: Instant | null): string | null {
  return at === null ? null : formatSeconds(at)
}

/** Returns a page of the merchant's links, newest first, and the number of all. */
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
 * Sends a link to the customer's phone, for the first time or again. Refuses with 409 if it was sent more often than
 * `expectedSends`, and otherwise as `sendLink` does; then it does not count.
 */
export async function resendLink(
  app: App,
  actor: Actor,
  id: string,
  expectedSends: number,
  baseUrl: string,
): Promise<void> {
  const found = await getLink(app, actor, id)
  const { session, sentAt, token } = found
  const now = nowFor(app, actor)
  const link = { merchantId: actor.merchantId, id }
  const counted = await app.db.run(countSend, { ...link, expectedSends, at: now })
  if (counted.length === 0) throw refusals.linkSentMeanwhile()
  try {
    if (linkStatusOf(found, now) !== 'open') throw refusals.linkFinalized()
    if (token === null) await sendLink(app, actor, session.id, baseUrl)
    else await sendAddress(app, actor, session, linkUrl(token, baseUrl))
  } catch (error) {
    await app.db.run(takeBackSend, { ...link, sends: expectedSends + 1, sentAt })
    throw error
  }
}

/** Payment links of a sandbox. Their sessions are listed separately (`sandboxSessions`). */
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
