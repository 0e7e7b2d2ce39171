import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { csrfSubject, pathOf } from '../back-office.ts'
import type { OwnModel } from './own-account.ts'

/** Returns the address and the token of a form of the own page. */
export function formOf({ session }: OwnModel, path: string) {
  const { backOffice } = session
  return { action: `${pathOf[backOffice]}/me/${path}`, csrfToken: csrfTokenFor(session, csrfSubject(backOffice)) }
}
