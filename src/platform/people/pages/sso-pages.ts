import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Api } from '../../http/api.ts'
import { type Cookie, findCookie, hostCookie, isSecure, sendCookie } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { queryOf } from '../../ui/page-request.ts'
import { type Desk, parseNext, pathOf } from '../desk.ts'
import { sendToken } from '../sessions/cookies.ts'
import { leaveForProvider } from '../sso/leave-for-provider.ts'
import { proveBySso } from '../sso/prove-by-sso.ts'
import { signInBySso } from '../sso/sign-in-by-sso.ts'
import { callbackOf, journeyMs, openJourney } from '../sso/sso-journey.ts'
import { renderSsoProblem, type SsoProblem } from '../views/sso.ts'
import { wordsFor } from '../words/words.ts'
import { findDeskSession, signInAddress } from './desk-pages.ts'
import { goTo, langOf, sendPage } from './page-request.ts'
import { afterPassword } from './sign-in-pages.ts'

const schema = { hide: true }

/** `…/sso`: to the provider that SSO_ISSUER names, and back. */
export function addSsoPages(server: FastifyInstance, api: Api, desk: Desk): void {
  const path = `${pathOf[desk]}/sso`
  server.get(path, { schema }, async (request, reply) => {
    const next = parseNext(desk, queryOf(request, 'next')) ?? pathOf[desk]
    const session = queryOf(request, 'again') === undefined ? undefined : await findDeskSession(api, desk, request)
    const again = session?.stage === 'code' ? undefined : session?.sessionId
    const left = await leaveForProvider(api.app, desk, api.baseUrl(), { next, again })
    if (left === undefined) return goTo(reply, signInAddress(desk, next))
    sendJourney(api, desk, reply, left.sealed)
    return goTo(reply, left.address)
  })
  server.get(`${path}/callback`, { schema }, async (request, reply) => {
    const { app } = api
    const journey = openJourney(app.secrets, desk, findCookie(request, journeyCookie(api, desk)) ?? '', app.clock.now())
    sendJourney(api, desk, reply, undefined)
    const callback = new URL(callbackOf(api.baseUrl(), desk))
    callback.search = new URL(request.url, callback).search
    const refuse = (problem: SsoProblem): FastifyReply =>
      sendPage(reply.code(422), renderSsoProblem(wordsFor(langOf(request, undefined)), desk, problem))
    if (journey === undefined) return refuse('failed')
    if (journey.again !== undefined) {
      const session = await findDeskSession(api, desk, request)
      return (await proveBySso(app, session, journey, callback)) ? goTo(reply, journey.next) : refuse('failed')
    }
    const outcome = await signInBySso(app, journey, callback, {
      lang: undefined,
      ...{ address: visitorOf(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id },
    })
    if (typeof outcome === 'string') return refuse(outcome)
    sendToken(reply, { desk, isSecure: isSecure(api) }, outcome.token)
    return goTo(reply, afterPassword(outcome.stage, desk, outcome.next))
  })
}

// Each desk has a cookie of its own: over TLS both have the path `/`.
function journeyCookie(api: Api, desk: Desk): Cookie {
  return hostCookie(`qist_sso_${desk}`, { path: `${pathOf[desk]}/sso`, isSecure: isSecure(api) })
}

function sendJourney(api: Api, desk: Desk, reply: FastifyReply, sealed: string | undefined): void {
  sendCookie(reply, journeyCookie(api, desk), sealed, journeyMs)
}
