import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findSecret, sendCookie } from '../../http/cookies.ts'
import type { AccountScope } from './sign-in.ts'

// Regions may share a host, and a browser may be signed in to both modes: each has a cookie of its own.
function nameOf({ region, isTest }: AccountScope): string {
  return `qist_account_${region}_${isTest ? 'test' : 'live'}`
}

/** The token of the session that the request says it belongs to; undefined where it brings none. */
export function findToken(request: FastifyRequest, scope: AccountScope): string | undefined {
  return findSecret(request, nameOf(scope))
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
  sendCookie(reply, { name: nameOf(scope), path: '/account', isSecure }, token)
}
