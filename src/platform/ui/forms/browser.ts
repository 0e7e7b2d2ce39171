import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { day } from '../../base/times.ts'
import { type Cookie, type CookieScope, findSecret, hostCookie, sendCookie } from '../../http/cookies.ts'

/** A browser, known by a random cookie that only it has. */
export interface Browser {
  readonly secret: string
  /** What is kept of it. */
  readonly hash: Buffer
}

/** How long a browser is known by its cookie. */
const browserLifetimeMs = 180 * day

function cookieOf(scope: CookieScope): Cookie {
  return hostCookie('qist_browser', scope)
}

/** Returns the browser that asks; undefined when it brought no cookie of ours. Refuses with 400 a request that brings the cookie twice. */
export function findBrowser(request: FastifyRequest, scope: CookieScope): Browser | undefined {
  const secret = findSecret(request, cookieOf(scope))
  return secret === undefined ? undefined : browserOf(secret)
}

/** Returns the browser that asks, which gets a cookie when it has none. The cookie goes with no request that another site causes. */
export function ensureBrowser(request: FastifyRequest, reply: FastifyReply, scope: CookieScope): Browser {
  const known = findBrowser(request, scope)
  if (known !== undefined) return known
  const browser = browserOf(randomBytes(32).toString('base64url'))
  sendCookie(reply, cookieOf(scope), browser.secret, browserLifetimeMs)
  return browser
}

function browserOf(secret: string): Browser {
  return { secret, hash: createHash('sha256').update(secret).digest() }
}
