import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Api } from '../../http/api.ts'
import { type Cookie, findCookie, hostCookie, isSecure, sendCookie } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { queryOf } from '../../ui/page-request.ts'
import { type BackOffice, parseNext, pathOf } from '../back-office.ts'
import { sendToken } from '../sessions/cookies.ts'
import { leaveForProvider } from '../sso/leave-for-provider.ts'
import { proveBySso, signInBySso } from '../sso/sso-callback.ts'
import { callbackOf, journeyMs, openJourney } from '../sso/sso-journey.ts'
import { renderSsoProblem, type SsoProblem } from '../views/sign-in.ts'
import { wordsFor } from '../words/words.ts'
import { findBackOfficeSession, signInAddress } from './back-office-pages.ts'
import { goTo, langOf, sendPage } from './page-request.ts'
import { afterPassword } from './sign-in-pages.ts'

const schema = { hide: true }

/** Adds `…/sso`: redirects to the provider of SSO_ISSUER, and takes the browser back. */
export function addSsoPages(server: FastifyInstance, api: Api, backOffice: BackOffice): void {
  const path = `${pathOf[backOffice]}/sso`
  server.get(path, { schema }, async (request, reply) => {
    const next = parseNext(backOffice, queryOf(request, 'next')) ?? pathOf[backOffice]
    const session =
      queryOf(request, 'again') === undefined ? undefined : await findBackOfficeSession(api, backOffice, request)
    const again = session?.stage === 'code' ? undefined : session?.sessionId
    const left = await leaveForProvider(api.app, backOffice, api.baseUrl(), { next, again })
    if (left === undefined) return goTo(reply, signInAddress(backOffice, next))
    sendJourney(api, backOffice, reply, left.sealed)
    return goTo(reply, left.address)
  })
  server.get(`${path}/callback`, { schema }, async (request, reply) => {
    const { app } = api
    const journey = openJourney(
      app.secrets,
      backOffice,
      findCookie(request, journeyCookie(api, backOffice)) ?? '',
      app.clock.now(),
    )
    sendJourney(api, backOffice, reply, undefined)
    const callback = new URL(callbackOf(api.baseUrl(), backOffice))
    callback.search = new URL(request.url, callback).search
    const refuse = (problem: SsoProblem): FastifyReply =>
      sendPage(reply.code(422), renderSsoProblem(wordsFor(langOf(request, undefined)), backOffice, problem))
    if (journey === undefined) return refuse('failed')
    if (journey.again !== undefined) {
      const session = await findBackOfficeSession(api, backOffice, request)
      return (await proveBySso(app, session, journey, callback)) ? goTo(reply, journey.next) : refuse('failed')
    }
    const outcome = await signInBySso(app, journey, callback, {
      lang: undefined,
      ...{ address: visitorOf(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id },
    })
    if (typeof outcome === 'string') return refuse(outcome)
    sendToken(reply, { backOffice, isSecure: isSecure(api) }, outcome.token)
    return goTo(reply, afterPassword(outcome.stage, backOffice, outcome.next))
  })
}

// One cookie per back office: over TLS both have the path `/`.
function journeyCookie(api: Api, backOffice: BackOffice): Cookie {
  return hostCookie(`qist_sso_${backOffice}`, { path: `${pathOf[backOffice]}/sso`, isSecure: isSecure(api) })
}

function sendJourney(api: Api, backOffice: BackOffice, reply: FastifyReply, sealed: string | undefined): void {
  sendCookie(reply, journeyCookie(api, backOffice), sealed, journeyMs)
}
