import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A browser, known by a random cookie that only it has. */
export interface Browser {
  readonly secret: string
  /** What is kept of it. */
  readonly hash: Buffer
}

const cookieName = 'qist_browser'
const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** The browser that asks; undefined when it brought no cookie of ours. */
export function findBrowser(request: FastifyRequest): Browser | undefined {
  const secret = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1]
  return secret !== undefined && secretPattern.test(secret) ? browserOf(secret) : undefined
}

interface CookieScope {
  /** Below which the cookie is sent. */
  readonly path: string
  /** Whether it goes over TLS only. */
  readonly isSecure: boolean
}

/** The browser that asks, which gets a cookie when it has none. The cookie goes with no request that another site causes. */
export function ensureBrowser(request: FastifyRequest, reply: FastifyReply, scope: CookieScope): Browser {
  const known = findBrowser(request)
  if (known !== undefined) return known
  const browser = browserOf(randomBytes(32).toString('base64url'))
  const attributes = [`Path=${scope.path}`, 'HttpOnly', 'SameSite=Lax', ...(scope.isSecure ? ['Secure'] : [])]
  reply.header('set-cookie', `${cookieName}=${browser.secret}; ${attributes.join('; ')}`)
  return browser
}

function browserOf(secret: string): Browser {
  return { secret, hash: createHash('sha256').update(secret).digest() }
}
