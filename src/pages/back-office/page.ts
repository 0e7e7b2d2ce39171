import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app/app.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Answer, Fields } from '../../platform/people/pages/answers.ts'
import type { BackOfficeSession } from '../../platform/people/sessions/session.ts'

export type { Answer, Fields } from '../../platform/people/pages/answers.ts'

/** One request of a signed-in person: the part that both back offices have. */
export interface SignedInVisit<Session extends BackOfficeSession, Words> {
  readonly api: Api
  readonly app: App
  readonly session: Session
  readonly words: Words
  readonly request: FastifyRequest
  /** Returns the address of a page: `/support/disputes`, `/dashboard/test/payments`. */
  address(path: string, query?: Readonly<Record<string, string | undefined>>): string
  /** Returns a parameter of the address; undefined if it is absent or repeated. */
  query(name: string): string | undefined
  /** The UUID in the path. Throws 404 if the path has none. */
  readonly id: string
}

/** A page of a back office. */
export interface BackOfficePage<Visit, A extends Answer = Answer> {
  /** The path below the back office, or below its mode: '' is the first page. */
  readonly path: string
  view(visit: Visit): Promise<A>
}

/** A form of a back office. It redirects to a page, or answers a page that shows an error or asks for confirmation. */
export interface BackOfficeForm<Visit, A extends Answer = Answer, Input = undefined> {
  readonly path: string
  /** `input`: the form's input beside its single fields, such as files. */
  submit(visit: Visit, fields: Fields, input: Input): Promise<A>
}

/** The pages and forms of one folder. */
export interface BackOfficeSection<Page, Form> {
  readonly pages: readonly Page[]
  readonly forms: readonly Form[]
}
