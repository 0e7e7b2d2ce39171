import type { FastifyRequest } from 'fastify'
import { parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { withQuery } from '../../platform/people/pages/answers.ts'
import { sessionOf } from '../../platform/people/pages/back-office-pages.ts'
import { langOf } from '../../platform/people/pages/page-request.ts'
import { type Mode, mayDo } from '../../platform/people/roles.ts'
import { actorOf } from '../../platform/people/sessions/session.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import type { Look } from '../back-office/impersonation-view.ts'
import type { DashboardApi, Visit } from './page.ts'
import { refusals } from './refusals.ts'
import { wordsFor } from './words/words.ts'

/** What one request of somebody who is signed in is about. */
export function readVisit(api: DashboardApi, request: FastifyRequest): Visit {
  const session = sessionOf(request, 'dashboard')
  return visitFrom(api, request, { session, base: '/dashboard', mayReadPersonal: true, mayDownload: true })
}

interface Seeing extends Pick<Look, 'session' | 'base' | 'mayReadPersonal'> {
  readonly mayDownload: boolean
}

/** The same of somebody who sees the pages from elsewhere. */
export function visitFrom(
  api: DashboardApi,
  request: FastifyRequest,
  { session, base, mayReadPersonal, mayDownload }: Seeing,
): Visit {
  const mode = modeIn(base, request.url) ?? modeBefore(base, request) ?? firstModeOf(api)
  const isTest = mode === 'test'
  return {
    ...{ api, app: api.app, session, mode, isTest, request, base, mayReadPersonal, mayDownload },
    rehearsal: isTest ? api.rehearsal : undefined,
    may: (permission) => mayDo(session.role, mode, permission) && (permission !== 'export' || mayDownload),
    actor: actorOf(session, isTest),
    words: wordsFor(langOf(request, session), session.region === 'ksa' ? 'SA' : 'AE'),
    address: (path, parameters = {}) => withQuery(`${base}/${mode}${path === '' ? '' : `/${path}`}`, parameters),
    query: (name) => queryOf(request, name),
    get id() {
      const id = parseId((request.params as Record<string, string>)['id'] ?? '')
      if (id === undefined) throw refusals.noSuchPage()
      return id
    },
  }
}

/** The mode in which people work: a sandbox has no other money. */
export function firstModeOf({ app }: Pick<Api, 'app'>): Mode {
  return app.config.mode === 'sandbox' ? 'test' : 'live'
}

function modeIn(base: string, address: string): Mode | undefined {
  const [, mode] = address.startsWith(`${base}/`) ? address.slice(base.length).split(/[/?]/) : []
  return mode === 'test' || mode === 'live' ? mode : undefined
}

// A page of neither mode, such as a person's own, leads back to the mode from which it was opened.
function modeBefore(base: string, { headers: { referer = '' } }: FastifyRequest): Mode | undefined {
  return URL.canParse(referer) ? modeIn(base, new URL(referer).pathname) : undefined
}
