import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cookie, findSecret, sendCookie } from '../../http/cookies.ts'
import { type Desk, pathOf } from '../desk.ts'

interface CookieScope {
  readonly desk: Desk
  /** Whether it goes over TLS only. */
  readonly isSecure: boolean
}

/**
 * What a desk's cookie is called and where it is sent. Over TLS a browser takes neither from a neighbour's host nor from plain HTTP: the
 * dashboard's belongs to this host alone (`__Host-`), which demands the path `/`; support's keeps its path, and has the lesser prefix.
 */
function cookieOf({ desk, isSecure }: CookieScope): Cookie {
  const name = `qist_${desk}`
  if (!isSecure) return { name, path: pathOf[desk], isSecure }
  if (desk === 'dashboard') return { name: `__Host-${name}`, path: '/', isSecure }
  return { name: `__Secure-${name}`, path: pathOf[desk], isSecure }
}

/** The token of the session that the request says it belongs to; undefined where it brings none. */
export function findToken(request: FastifyRequest, scope: CookieScope): string | undefined {
  return findSecret(request, cookieOf(scope).name)
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
export function sendToken(reply: FastifyReply, scope: CookieScope, token: string | undefined): void {
  sendCookie(reply, cookieOf(scope), token)
}
