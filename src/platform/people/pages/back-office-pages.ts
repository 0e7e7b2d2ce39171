import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { isForm } from '../../ui/page-request.ts'
import { type Pages, registerPages } from '../../ui/register-pages.ts'
import { type BackOffice, parseNext, pathOf } from '../back-office.ts'
import { refusals } from '../refusals.ts'
import { findToken, hashOf, sendToken } from '../sessions/cookies.ts'
import { findSession } from '../sessions/find-session.ts'
import { type BackOfficeSession, principalOf, type SessionOf, type Stage } from '../sessions/session.ts'
import { renderColumnError } from '../views/column.ts'
import { wordsFor } from '../words/words.ts'
import { requireFormToken } from './form-guards.ts'
import { langOf } from './page-request.ts'
import { addRoutesBack, withoutLastSlash } from './way-back.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body by itself, such as a form with files, and calls `requireFormToken` with its fields. */
    readsForm?: boolean
  }
}

/** The largest form of a back office, in bytes: evidence is a long text. */
const formBytes = 65_536

/**
 * Registers pages of a back office that require a session. `sessionOf(request, back office)` returns it in every
 * handler. A page without a session redirects to the sign-in, and back afterwards. A form is refused with 403
 * without a session, without its token, and from another site. A session that is not complete sees only the pages
 * that name its stage. An address with a slash at its end redirects to the one without, and the address of a form
 * to its page.
 */
export function registerBackOfficePages(
  api: Api,
  backOffice: BackOffice,
  pages: Pages,
  stages: readonly Stage[] = ['open'],
): void {
  registerOpenPages(api, {
    renderError(request, error) {
      if (sessions.has(request)) return pages.renderError(request, error)
      return renderColumnError(backOffice, wordsFor(langOf(request, undefined)), error)
    },
    addRoutes(server) {
      server.addHook('onRoute', (route) => {
        if (route.method === 'GET' || route.method === 'HEAD') route.config = { ...route.config, takesLastSlash: true }
      })
      server.addHook('preHandler', async (request, reply) => {
        const session = await findBackOfficeSession(api, backOffice, request)
        if (session === undefined || !stages.includes(session.stage)) return leadToSignIn(backOffice, request, reply)
        const plain = isForm(request) ? undefined : withoutLastSlash(request.url)
        if (plain !== undefined) return reply.redirect(parseNext(backOffice, plain) ?? pathOf[backOffice], 303)
        sessions.set(request, session)
        request.principal = principalOf(session)
        if (isForm(request) && !request.routeOptions.config.readsForm)
          requireFormToken(backOffice, session, fieldsOf(request))
      })
      addRoutesBack(server, () => pages.addRoutes(server))
    },
  })
}

/** Registers pages of a back office that need no sign-in. Forms are checked for their origin only. */
export function registerOpenPages(api: Api, pages: Pages): void {
  registerPages(api, { ...pages, formBytes })
}

const sessions = new WeakMap<FastifyRequest, BackOfficeSession>()

/** Returns the session of the signed-in person. Only for routes of `registerBackOfficePages`. */
export function sessionOf<D extends BackOffice>(request: FastifyRequest, backOffice: D): SessionOf<D> {
  const session = sessions.get(request)
  if (session?.backOffice !== backOffice)
    throw new Error(`no session at the ${backOffice}: is the route registered by registerBackOfficePages?`)
  return session as SessionOf<D>
}

/** Sets the cookie with the session's new token. The page of this request uses the new token. */
export function renewSession(api: Api, request: FastifyRequest, reply: FastifyReply, token: string): void {
  const session = sessions.get(request)
  if (session === undefined) throw new Error('no session to go on with')
  sendToken(reply, { backOffice: session.backOffice, isSecure: isSecure(api) }, token)
  sessions.set(request, { ...session, secret: token, hash: hashOf(token), stage: 'open' })
}

/** Returns the session of the request at any stage of the sign-in. */
export async function findBackOfficeSession(
  api: Api,
  backOffice: BackOffice,
  request: FastifyRequest,
): Promise<BackOfficeSession | undefined> {
  const token = findToken(request, { backOffice, isSecure: isSecure(api) })
  return token === undefined ? undefined : findSession(api.app, backOffice, token, request)
}

/** The fields that a form sent. */
export function fieldsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return (request.body ?? {}) as Readonly<Record<string, unknown>>
}

/** The address of the sign-in, which leads to this one afterwards. */
export function signInAddress(backOffice: BackOffice, next?: string): string {
  const query = next === undefined || next === pathOf[backOffice] ? '' : `?${new URLSearchParams({ next })}`
  return `${pathOf[backOffice]}/sign-in${query}`
}

/** Returns the address of the single sign-on, which leads back to this address. */
export function ssoAddress(backOffice: BackOffice, next: string): string {
  return `${pathOf[backOffice]}/sso?${new URLSearchParams({ next })}`
}

function leadToSignIn(backOffice: BackOffice, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isForm(request)) throw refusals.noSession()
  return reply.redirect(signInAddress(backOffice, parseNext(backOffice, request.url)), 303)
}
