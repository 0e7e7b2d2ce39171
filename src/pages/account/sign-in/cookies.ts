import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cookie, findSecret, hostCookie, sendCookie } from '../../../platform/http/cookies.ts'
import type { AccountScope } from './sign-in.ts'

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
