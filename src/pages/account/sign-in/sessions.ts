import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { type Cookie, findSecret, hostCookie, sendCookie } from '../../../platform/http/cookies.ts'
import { countCardGiven, deleteSession, findSession as find, markSessionSeen } from '../store/sessions.ts'
import { type AccountScope, type CustomerSession, signInRules } from './sign-in.ts'

// Regions may share a host, and a browser may be signed in to both modes: each has a cookie of its own.
function cookieOf({ region, isTest }: AccountScope, isSecure: boolean): Cookie {
  return hostCookie(`qist_account_${region}_${isTest ? 'test' : 'live'}`, { path: '/account', isSecure })
}

/** The token of the session that the request says it belongs to; undefined where it brings none. */
export function findToken(request: FastifyRequest, scope: AccountScope, isSecure: boolean): string | undefined {
  return findSecret(request, cookieOf(scope, isSecure))
}

/** What is kept of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Gives the browser a session's token, or takes it away. */
export function sendToken(
  reply: FastifyReply,
  scope: AccountScope,
  token: string | undefined,
  isSecure: boolean,
): void {
  sendCookie(reply, cookieOf(scope, isSecure), token)
}

/** The session of a token, which is used by this; undefined where it is unknown, of another region or mode, idle for too long or over. */
export async function findSession(
  app: App,
  { region, isTest }: AccountScope,
  token: string,
): Promise<CustomerSession | undefined> {
  const now = app.clock.now()
  const key = { merchantId: allMerchants, tokenHash: hashOf(token) }
  const [row] = await app.db.run(find, { ...key, region, isTest, now, idleSince: now - signInRules.idleMs })
  if (row === undefined) return undefined
  if (row.seen_at <= now - signInRules.seenEveryMs) await app.db.run(markSessionSeen, { ...key, now })
  return { region, isTest, secret: token, hash: key.tokenHash, phone: row.phone, cardsGiven: row.cards_given }
}

/** Counts a card that was typed in the session; false when there were too many: whoever has that many tries out others' cards. */
export async function countCard(app: App, { hash }: CustomerSession): Promise<boolean> {
  const key = { merchantId: allMerchants, tokenHash: hash }
  return (await app.db.run(countCardGiven, { ...key, most: signInRules.cards })).length > 0
}

/** Ends the session: its token opens nothing any more, wherever it is. */
export async function leaveAccount(app: App, { hash }: CustomerSession): Promise<void> {
  await app.db.run(deleteSession, { merchantId: allMerchants, tokenHash: hash })
}
