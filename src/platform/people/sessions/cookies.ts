import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cookie, findSecret, hostCookie, sendCookie } from '../../http/cookies.ts'
import { type BackOffice, pathOf } from '../back-office.ts'

interface TokenScope {
  readonly backOffice: BackOffice
  /** Whether it goes over TLS only. */
  readonly isSecure: boolean
}

// Support's cookie keeps its path, and so has the lesser prefix: a browser takes it over TLS only.
function cookieOf({ backOffice, isSecure }: TokenScope): Cookie {
  const name = `qist_${backOffice}`
  const path = pathOf[backOffice]
  if (backOffice === 'support' && isSecure) return { name: `__Secure-${name}`, path, isSecure }
  return hostCookie(name, { path, isSecure })
}

/** The token of the session that the request says it belongs to; undefined where it brings none. */
export function findToken(request: FastifyRequest, scope: TokenScope): string | undefined {
  return findSecret(request, cookieOf(scope))
}

/** A token that nobody had before. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Gives the browser a session's token, or takes it away. */
export function sendToken(reply: FastifyReply, scope: TokenScope, token: string | undefined): void {
  sendCookie(reply, cookieOf(scope), token)
}
