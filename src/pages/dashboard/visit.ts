import type { FastifyRequest } from 'fastify'
import { homeCountryOf } from '../../platform/base/markets.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Api } from '../../platform/http/api.ts'
import { recordActivity } from '../../platform/people/activities/activities.ts'
import type { NewActivity } from '../../platform/people/activities/activity.ts'
import { sessionOf } from '../../platform/people/pages/back-office-pages.ts'
import { langOf } from '../../platform/people/pages/page-request.ts'
import { hasPermission, type Mode } from '../../platform/people/roles.ts'
import { actorOf } from '../../platform/people/sessions/session.ts'
import type { ImpersonationVisit } from '../back-office/impersonation-view.ts'
import { idIn, signedInVisit } from '../back-office/visit.ts'
import { latestMode, modeIn } from './latest-mode.ts'
import type { DashboardApi, Visit } from './page.ts'
import { wordsFor } from './words/words.ts'

/** Returns the visit of a signed-in person. */
export function readVisit(api: DashboardApi, request: FastifyRequest): Visit {
  const session = sessionOf(request, 'dashboard')
  return visitFrom(api, request, { session, base: '/dashboard', mayReadPersonal: true, mayDownload: true })
}

interface Visitor extends Pick<ImpersonationVisit, 'session' | 'base' | 'mayReadPersonal'> {
  readonly mayDownload: boolean
}

/** Returns the visit of this visitor, such as an agent in the impersonation view. */
export function visitFrom(api: DashboardApi, request: FastifyRequest, visitor: Visitor): Visit {
  const { session, base, mayReadPersonal, mayDownload } = visitor
  const mode = modeIn(base, request.url) ?? latestMode(api, request) ?? firstModeOf(api)
  const isTest = mode === 'test'
  const words = wordsFor(langOf(request, session), homeCountryOf(session.region))
  return {
    ...signedInVisit(api, request, { session, words, base: `${base}/${mode}` }),
    ...{ mode, isTest, base, mayReadPersonal, mayDownload },
    rehearsal: isTest ? api.rehearsal : undefined,
    may: (permission) => hasPermission(session.role, mode, permission) && (permission !== 'export' || mayDownload),
    actor: actorOf(session, isTest),
    get id() {
      return idIn(request, 'id')
    },
  }
}

/** Returns the mode that opens first: a sandbox has no real money. */
export function firstModeOf({ app }: Pick<Api, 'app'>): Mode {
  return app.config.mode === 'sandbox' ? 'test' : 'live'
}

/** Logs an activity of this visit, by default in its mode. `on`: in this transaction. */
export function recordDone({ app, session, isTest }: Visit, activity: NewActivity, on?: Queryable): Promise<void> {
  return recordActivity(app, session, { isTest, ...activity }, on)
}
