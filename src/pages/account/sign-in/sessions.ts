import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { type Cookie, findSecret, hostCookie, sendCookie } from '../../../platform/http/cookies.ts'
import {
  changeSessionPhone,
  countCardGiven,
  deleteSession,
  deleteSessionsOf,
  findSession as find,
  markSessionSeen,
} from '../store/sessions.ts'
import { type AccountScope, type CustomerSession, signInRules } from './sign-in.ts'

// One cookie per region and mode: regions may share a host, and a browser may be signed in to both modes.
function cookieOf({ region, isTest }: AccountScope, isSecure: boolean): Cookie {
  return hostCookie(`qist_account_${region}_${isTest ? 'test' : 'live'}`, { path: '/account', isSecure })
}

/** Returns the session token of the request's cookie; undefined without a cookie. */
export function findToken(request: FastifyRequest, scope: AccountScope, isSecure: boolean): string | undefined {
  return findSecret(request, cookieOf(scope, isSecure))
}

/** Returns the stored hash of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Sets the cookie with a session's token, or removes it. */
export function sendToken(
  reply: FastifyReply,
  scope: AccountScope,
  token: string | undefined,
  isSecure: boolean,
): void {
  sendCookie(reply, cookieOf(scope, isSecure), token)
}

/**
 * Returns the session of a token, and renews its idle time. Undefined if unknown, idle too long, over, or of another
 * region or mode.
 */
export async function findSession(
  app: App,
  { region, isTest }: AccountScope,
  token: string,
): Promise<CustomerSession | undefined> {
  const now = app.clock.now()
  const key = { merchantId: allMerchants, tokenHash: hashOf(token) }
  const [row] = await app.db.run(find, { ...key, region, isTest, now, idleSince: now - signInRules.idleMs })
  if (row === undefined) return undefined
  if (row.seen_at <= now - signInRules.lastSeenUpdateMs) await app.db.run(markSessionSeen, { ...key, now })
  return { region, isTest, secret: token, hash: key.tokenHash, phone: row.phone, cardsGiven: row.cards_given }
}

/** Counts a card given in the session. Returns false above the limit, which slows down card testing. */
export async function countCard(app: App, { hash }: CustomerSession): Promise<boolean> {
  const key = { merchantId: allMerchants, tokenHash: hash }
  return (await app.db.run(countCardGiven, { ...key, most: signInRules.cards })).length > 0
}

/** Moves a session to another phone, and ends the others of the former one. */
export async function moveSession(app: App, { hash, isTest, phone: former }: CustomerSession, phone: string) {
  await app.db.run(changeSessionPhone, { merchantId: allMerchants, tokenHash: hash, phone })
  await app.db.run(deleteSessionsOf, { merchantId: allMerchants, isTest, phone: former })
}

/** Deletes the session. Its token becomes invalid everywhere. */
export async function leaveAccount(app: App, { hash }: CustomerSession): Promise<void> {
  await app.db.run(deleteSession, { merchantId: allMerchants, tokenHash: hash })
}
