import type { Browser } from '../../ui/forms/browser.ts'
import { hasCsrfToken } from '../../ui/forms/csrf.ts'
import { type BackOffice, csrfSubject } from '../back-office.ts'
import { refusals } from '../refusals.ts'

/** Refuses with 403 a form without the token that pages of this back office give to this session, or to this browser before there is one. */
export function requireFormToken(
  backOffice: BackOffice,
  holder: Browser,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (!hasCsrfToken(fields, holder, csrfSubject(backOffice))) throw refusals.noFormToken()
}
