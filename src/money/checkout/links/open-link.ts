import type { App } from '../../../platform/app/app.ts'
import type { Region } from '../../../platform/base/market-entries.ts'
import { customer } from '../../../platform/base/principal.ts'
import type { Statement } from '../../../platform/db/statement.ts'
import { nowFor, type Orderer } from '../../../platform/merchants/caller.ts'
import { getStore } from '../../../platform/merchants/stores/stores.ts'
import { refusals } from '../refusals.ts'
import type { CheckoutRequest } from '../sessions/read-checkout.ts'
import { type Session, statusOf } from '../sessions/session.ts'
import { getSession } from '../sessions/sessions.ts'
import {
  countLinkSessions,
  countOpening,
  findLinkOwner,
  findSessionOfBrowser,
  lockOpenLink,
  takeFreshSession,
  takeIdleSession,
} from '../store/link-sessions.ts'
import { findProgress } from '../store/progress.ts'
import { createLinkSession } from './create-link-session.ts'
import { getLink } from './links.ts'
import { type LinkStatus, linkStatusOf, type PaymentLink } from './payment-link.ts'

/**
 * The most sessions of a link that have not expired, and the most in all: who has the link cannot make us store more.
 * Then a browser gets a session that another one opened and left idle.
 */
export const linkLimits = { open: 20, all: 1_000 } as const

/** A browser that opens a link. */
interface Opening {
  readonly region: Region
  readonly token: string
  /** The hash of the browser's cookie. */
  readonly browserHash: Buffer
  readonly requestId: string
}

/** `busy`: too many sessions of the link are in use. */
export type OpenedLink =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: Exclude<LinkStatus, 'open'> | 'busy'; readonly link: PaymentLink }

/**
 * Opens a payment link: returns the browser's session of it, or a new one, or says that the link is over. The same
 * browser gets the same session as long as it can go on. Refuses with 404 a token of nobody or of another region.
 */
export async function openLink(app: App, { region, token, browserHash, requestId }: Opening): Promise<OpenedLink> {
  const [owner] = await app.db.run(findLinkOwner, { token })
  if (owner === undefined || owner.region !== region) throw refusals.noSuchLink()
  const actor: Orderer = {
    ...{ merchantId: owner.merchant_id, isTest: owner.is_test, principal: customer, requestId },
    ...{ clockOffsetMs: Number(owner.clock_offset_ms), hasRiskRules: owner.has_risk_rules },
  }
  const link = await getLink(app, actor, owner.id)
  const browser = browserHash.toString('base64url')
  const own = await findOwnSession(app, actor, link, browser)
  if (own !== undefined) return { kind: 'session', session: own }
  const status = linkStatusOf(link, nowFor(app, actor))
  if (status !== 'open') return { kind: status, link }
  const session =
    (await takeSession(app, actor, link, browser, takeFreshSession)) ??
    (await addSession(app, actor, link, browser)) ??
    (await takeSession(app, actor, link, browser, takeIdleSession))
  return session === undefined ? { kind: 'busy', link } : { kind: 'session', session }
}

// The browser's latest session: if it was paid, or can go on. After a refusal the customer sees it until the session
// would have expired, so that each reload does not ask the rules again.
async function findOwnSession(
  app: App,
  actor: Orderer,
  link: PaymentLink,
  browser: string,
): Promise<Session | undefined> {
  const { merchantId } = actor
  const [found] = await app.db.run(findSessionOfBrowser, { merchantId, linkId: link.id, browser })
  if (found === undefined) return undefined
  const session = await getSession(app, actor, found.id)
  const now = nowFor(app, actor)
  const status = statusOf(session, now)
  if (status === 'approved') return session
  if (linkStatusOf(link, now) !== 'open' || now >= session.expiresAt || status === 'expired') return undefined
  const [progress] = await app.db.run(findProgress, { merchantId, sessionId: session.id })
  return (progress?.locked_at ?? null) === null ? session : undefined
}

type Take = Statement<
  { readonly merchantId: string; readonly linkId: string; readonly browser: string; readonly now: number },
  { readonly id: string }
>

/** Gives the browser a session of the link that nobody uses; undefined without one. */
async function takeSession(
  app: App,
  actor: Orderer,
  { id: linkId }: PaymentLink,
  browser: string,
  take: Take,
): Promise<Session | undefined> {
  const ofLink = { merchantId: actor.merchantId, linkId }
  const now = nowFor(app, actor)
  const taken = await app.db.transaction(async (tx) => {
    const [link] = await tx.run(lockOpenLink, { ...ofLink, now })
    const [found] = link === undefined ? [] : await tx.run(take, { ...ofLink, browser, now })
    if (found !== undefined) await tx.run(countOpening, { ...ofLink, sessionId: found.id, now })
    return found
  })
  return taken && getSession(app, actor, taken.id)
}

/** Thrown to undo a session above the limits, or of a link that is over by now. */
class NoRoom extends Error {}

/** Adds a session to the link; undefined if it has too many. */
async function addSession(app: App, actor: Orderer, link: PaymentLink, browser: string): Promise<Session | undefined> {
  const { id: linkId, endsAt } = link
  const ofLink = { merchantId: actor.merchantId, linkId }
  const now = nowFor(app, actor)
  const hasRoom = async (on: Pick<App['db'], 'run'>): Promise<boolean> => {
    const [count] = await on.run(countLinkSessions, { ...ofLink, now })
    return count !== undefined && count.open < linkLimits.open && count.all < linkLimits.all
  }
  // Before rules and scoring are asked.
  if (endsAt === null || !(await hasRoom(app.db))) return undefined
  const store = await getStore(app, actor.merchantId, link.session.payment.storeId)
  try {
    const ofSession = { id: linkId, endsAt, openedBy: browser }
    return await createLinkSession(app, actor, store, requestOf(link), ofSession, async (tx, session) => {
      const [locked] = await tx.run(lockOpenLink, { ...ofLink, now })
      if (locked === undefined || !(await hasRoom(tx))) throw new NoRoom()
      await tx.run(countOpening, { ...ofLink, sessionId: session.id, now })
    })
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}

function requestOf({ session: { payment, lang } }: PaymentLink): CheckoutRequest {
  const { amountMinor, currency, orderReference, order } = payment
  const merchantUrls = { success: null, cancel: null, failure: null }
  return { amountMinor, currency, orderReference, order, lang, merchantUrls, token: null }
}
