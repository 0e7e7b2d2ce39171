import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import type { Api } from '../../http/api.ts'
import type { BackOfficeTexts } from '../../ui/back-office/words.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import type { Words } from '../../ui/words/words.ts'
import { csrfSubject } from '../back-office.ts'
import type { BackOfficeSession } from '../sessions/session.ts'

/** A request of a signed-in person, at either back office. */
export interface BackOfficeVisit {
  readonly api: Api
  readonly app: App
  readonly session: BackOfficeSession
  readonly words: Words<BackOfficeTexts>
  readonly request: FastifyRequest
  /** Returns the address of a page of the back office. */
  address(path: string): string
}

/** Returns the token of all forms of this visit. */
export function formTokenOf({ session }: Pick<BackOfficeVisit, 'session'>): string {
  return csrfTokenFor(session, csrfSubject(session.backOffice))
}
