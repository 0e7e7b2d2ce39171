import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { day } from '../../base/times.ts'
import { type Cookie, type CookieScope, findSecret, hostCookie, sendCookie } from '../../http/cookies.ts'

/** A browser, identified by a random cookie. */
export interface Browser {
  readonly secret: string
  /** The stored hash of the secret. */
  readonly hash: Buffer
}

/** Lifetime of the cookie. */
const browserLifetimeMs = 180 * day

function cookieOf(scope: CookieScope): Cookie {
  return hostCookie('qist_browser', scope)
}

/** Returns the browser of the request; undefined without our cookie. Refuses with 400 if the cookie is sent twice. */
export function findBrowser(request: FastifyRequest, scope: CookieScope): Browser | undefined {
  const secret = findSecret(request, cookieOf(scope))
  return secret === undefined ? undefined : browserOf(secret)
}

/**
 * Returns the browser of the request, and sets the cookie if it is missing. The cookie is not sent with cross-site
 * requests.
 */
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

/** Returns the CSRF token of a browser's forms about one subject, such as a session. Other sites cannot compute it. */
export function csrfTokenFor(browser: Browser, subject: string): string {
  return createHash('sha256').update(`form ${browser.secret} ${subject}`).digest('base64url')
}

/** Whether the form carries the CSRF token of this browser and subject. */
export function hasCsrfToken(form: Readonly<Record<string, unknown>>, browser: Browser, subject: string): boolean {
  const token = form[csrfField]
  if (typeof token !== 'string') return false
  const given = Buffer.from(token)
  const expected = Buffer.from(csrfTokenFor(browser, subject))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
