import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
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

/** The field in which a form carries its CSRF token. */
export const csrfField = 'form_token'

/** The CSRF token of a browser's forms about one subject, such as a session: no other site can make it up. */
export function csrfTokenFor(browser: Browser, subject: string): string {
  return createHash('sha256').update(`form ${browser.secret} ${subject}`).digest('base64url')
}

/** Whether a form was sent by a page that this browser was shown about this subject. */
export function hasCsrfToken(form: Readonly<Record<string, unknown>>, browser: Browser, subject: string): boolean {
  const token = form[csrfField]
  if (typeof token !== 'string') return false
  const given = Buffer.from(token)
  const expected = Buffer.from(csrfTokenFor(browser, subject))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
