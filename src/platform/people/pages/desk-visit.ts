import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import type { DeskTexts } from '../../ui/desk/words.ts'
import { csrfTokenFor } from '../../ui/forms/csrf.ts'
import type { Words } from '../../ui/words/words.ts'
import { csrfSubject } from '../desk.ts'
import type { DeskSession } from '../sessions/session.ts'

/** What requests of either desk have in common, of somebody who is signed in. */
export interface DeskVisit {
  readonly app: App
  readonly session: DeskSession
  readonly words: Words<DeskTexts>
  readonly request: FastifyRequest
  /** The address of a page of the desk. */
  address(path: string): string
}

/** The token of every form that is shown in this visit. */
export function formTokenOf({ session }: Pick<DeskVisit, 'session'>): string {
  return csrfTokenFor(session, csrfSubject(session.desk))
}
