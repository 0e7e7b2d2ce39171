import { type Browser, hasCsrfToken } from '../../ui/forms/browser.ts'
import { type BackOffice, csrfSubject } from '../back-office.ts'
import { refusals } from '../refusals.ts'

/** Refuses with 403 a form without the token of this session, or of this browser before the sign-in. */
export function requireFormToken(
  backOffice: BackOffice,
  holder: Browser,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (!hasCsrfToken(fields, holder, csrfSubject(backOffice))) throw refusals.noFormToken()
}
