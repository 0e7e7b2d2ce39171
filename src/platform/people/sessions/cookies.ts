import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cookie, findSecret, hostCookie, sendCookie } from '../../http/cookies.ts'
import { type BackOffice, pathOf } from '../back-office.ts'

interface TokenScope {
  readonly backOffice: BackOffice
  /** Whether the cookie is sent over TLS only. */
  readonly isSecure: boolean
}

// Support's cookie has a path, which `__Host-` does not allow: `__Secure-` still requires TLS.
function cookieOf({ backOffice, isSecure }: TokenScope): Cookie {
  const name = `qist_${backOffice}`
  const path = pathOf[backOffice]
  if (backOffice === 'support' && isSecure) return { name: `__Secure-${name}`, path, isSecure }
  return hostCookie(name, { path, isSecure })
}

/** Returns the session's token of a request; undefined without one. */
export function findToken(request: FastifyRequest, scope: TokenScope): string | undefined {
  return findSecret(request, cookieOf(scope))
}

/** Returns a new random token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored hash of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Sends the session's token to the browser, or removes it. */
export function sendToken(reply: FastifyReply, scope: TokenScope, token: string | undefined): void {
  sendCookie(reply, cookieOf(scope), token)
}
