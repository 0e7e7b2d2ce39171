import { createHash, timingSafeEqual } from 'node:crypto'
import type { Browser } from './browser.ts'

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
