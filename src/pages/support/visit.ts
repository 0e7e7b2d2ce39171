import type { FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { sessionOf } from '../../platform/people/pages/back-office-pages.ts'
import { langOf } from '../../platform/people/pages/page-request.ts'
import { principalOf } from '../../platform/people/sessions/session.ts'
import { idIn, signedInVisit } from '../back-office/visit.ts'
import type { SupportVisit } from './page.ts'
import type { SupportParts } from './parts.ts'
import { exactMomentAt, momentAt, wordsFor } from './words/words.ts'

/** Returns the visit of a signed-in agent. */
export function readVisit(api: Api, parts: SupportParts, request: FastifyRequest): SupportVisit {
  const session = sessionOf(request, 'support')
  const words = wordsFor(langOf(request, session), 'AE')
  return {
    ...signedInVisit(api, request, { session, words, base: '/support' }),
    parts,
    principal: principalOf(session),
    moment: (at, currency) => momentAt(words, at, currency),
    exactMoment: (at, currency) => exactMomentAt(words, at, currency),
    get id() {
      return idIn(request, 'id')
    },
  }
}
