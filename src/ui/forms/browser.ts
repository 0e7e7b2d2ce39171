import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cookie, findSecret, sendCookie } from '../../http/cookies.ts'

/** A browser, known by a random cookie that only it has. */
export interface Browser {
  readonly secret: string
  /** What is kept of it. */
  readonly hash: Buffer
}

const cookieName = 'qist_browser'

/** The browser that asks; undefined when it brought no cookie of ours. */
export function findBrowser(request: FastifyRequest): Browser | undefined {
  const secret = findSecret(request, cookieName)
  return secret === undefined ? undefined : browserOf(secret)
}

/** The browser that asks, which gets a cookie when it has none. The cookie goes with no request that another site causes. */
export function ensureBrowser(request: FastifyRequest, reply: FastifyReply, scope: Omit<Cookie, 'name'>): Browser {
  const known = findBrowser(request)
  if (known !== undefined) return known
  const browser = browserOf(randomBytes(32).toString('base64url'))
  sendCookie(reply, { name: cookieName, ...scope }, browser.secret)
  return browser
}

function browserOf(secret: string): Browser {
  return { secret, hash: createHash('sha256').update(secret).digest() }
}
