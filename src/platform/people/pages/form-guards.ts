import type { Browser } from '../../ui/forms/browser.ts'
import { hasCsrfToken } from '../../ui/forms/csrf.ts'
import { csrfSubject, type Desk } from '../desk.ts'
import { refusals } from '../refusals.ts'

/** Refuses with 403 a form without the token that pages of this desk give to this session, or to this browser before there is one. */
export function requireFormToken(desk: Desk, holder: Browser, fields: Readonly<Record<string, unknown>>): void {
  if (!hasCsrfToken(fields, holder, csrfSubject(desk))) throw refusals.noFormToken()
}
