import type { FastifyRequest } from 'fastify'
import { parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { withQuery } from '../../platform/people/pages/answers.ts'
import { sessionOf } from '../../platform/people/pages/back-office-pages.ts'
import { langOf } from '../../platform/people/pages/page-request.ts'
import { principalOf } from '../../platform/people/sessions/session.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import type { SupportVisit } from './page.ts'
import type { SupportParts } from './parts.ts'
import { refusals } from './refusals.ts'
import { momentAt, wordsFor } from './words/words.ts'

/** What one request of an agent who is signed in is about. */
export function readVisit(api: Api, parts: SupportParts, request: FastifyRequest): SupportVisit {
  const session = sessionOf(request, 'support')
  const words = wordsFor(langOf(request, session), 'AE')
  return {
    ...{ api, app: api.app, parts, session, words, request },
    principal: principalOf(session),
    address: (path, query = {}) => withQuery(path === '' ? '/support' : `/support/${path}`, query),
    query: (name) => queryOf(request, name),
    get id() {
      return idIn(request, 'id')
    },
    moment: (at, currency) => momentAt(words, at, currency),
  }
}

/** A UUID of the path. Refuses with 404 what is none. */
export function idIn(request: FastifyRequest, name: string): string {
  const id = parseId((request.params as Record<string, string>)[name] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return id
}
