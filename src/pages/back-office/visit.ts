import type { FastifyRequest } from 'fastify'
import { parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { withQuery } from '../../platform/people/pages/answers.ts'
import type { BackOfficeSession } from '../../platform/people/sessions/session.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import type { SignedInVisit } from './page.ts'
import { refusals } from './refusals.ts'

interface VisitSource<Session extends BackOfficeSession, Words> {
  readonly session: Session
  readonly words: Words
  /** The path that the visit's pages are below. */
  readonly base: string
}

/**
 * Returns what the visits of both back offices have. `id` is left to the caller: a spread would evaluate its
 * getter.
 */
export function signedInVisit<Session extends BackOfficeSession, Words>(
  api: Api,
  request: FastifyRequest,
  { session, words, base }: VisitSource<Session, Words>,
): Omit<SignedInVisit<Session, Words>, 'id'> {
  return {
    ...{ api, app: api.app, session, words, request },
    address: (path, query = {}) => withQuery(path === '' ? base : `${base}/${path}`, query),
    query: (name) => queryOf(request, name),
  }
}

/** Returns a UUID of the path. Throws 404 if the parameter is not a UUID. */
export function idIn(request: FastifyRequest, name: string): string {
  const id = parseId((request.params as Record<string, string>)[name] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return id
}
