import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { csrfTokenFor } from '../../ui/forms/csrf.ts'
import { queryOf } from '../../ui/page-request.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { csrfSubject, type Desk, pathOf } from '../desk.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { enterByInvitation } from '../invitations/enter-by-invitation.ts'
import { findInvitation, type OpenedInvitation } from '../invitations/find-invitation.ts'
import type { PasswordProblem } from '../passwords/password-rules.ts'
import { sendToken } from '../sessions/cookies.ts'
import type { DeskSession } from '../sessions/session.ts'
import { type InvitationStep, renderInvitation, renderNoInvitation } from '../views/invitation.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, findDeskSession, signInAddress, ssoAddress } from './desk-pages.ts'
import { requireFormToken } from './form-guards.ts'
import { browserAt, goTo, langOf, passwordOf, sendPage } from './page-request.ts'
import { afterPassword } from './sign-in-pages.ts'

const schema = { hide: true }

/** `…/invitation?token=…`: looking at it uses nothing up, for mail programs look first. */
export function addInvitationPages(server: FastifyInstance, api: Api, desk: Desk): void {
  server.get(`${pathOf[desk]}/invitation`, { schema }, async (request, reply) => {
    const visit = await readVisit(api, desk, request)
    return sendInvitation(api, desk, request, reply, visit)
  })
  server.post(`${pathOf[desk]}/invitation`, { schema }, async (request, reply) => {
    const visit = await readVisit(api, desk, request)
    const { session, invitation } = visit
    const fields = fieldsOf(request)
    requireFormToken(desk, session ?? browserAt(api, desk, request, reply), fields)
    if (invitation === undefined) return sendInvitation(api, desk, request, reply, visit)
    if (session !== undefined) {
      const token = await acceptInvitation(api.app, session, invitation)
      if (token !== undefined) sendToken(reply, { desk, isSecure: isSecure(api) }, token)
      return goTo(reply, pathOf[desk])
    }
    if (invitation.isKnown) return goTo(reply, signInAddress(desk, pageOf(desk, request)))
    const entered = await enterByInvitation(api.app, invitation, {
      password: passwordOf(fields, 'password'),
      lang: parseLang(queryOf(request, 'lang')),
      ...{ address: visitorOf(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id },
    })
    if (typeof entered === 'string') return sendInvitation(api, desk, request, reply.code(422), visit, entered)
    sendToken(reply, { desk, isSecure: isSecure(api) }, entered.token)
    return goTo(reply, afterPassword(entered.stage, desk, pathOf[desk]))
  })
}

interface Visit {
  readonly session: DeskSession | undefined
  readonly invitation: OpenedInvitation | undefined
}

async function readVisit(api: Api, desk: Desk, request: FastifyRequest): Promise<Visit> {
  const session = await findDeskSession(api, desk, request)
  const invitation = await findInvitation(api.app, desk, queryOf(request, 'token') ?? '')
  return { session: session?.stage === 'open' ? session : undefined, invitation }
}

function sendInvitation(
  api: Api,
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, invitation }: Visit,
  problem?: PasswordProblem,
): FastifyReply {
  const words = wordsFor(langOf(request, session))
  const address = pageOf(desk, request)
  if (invitation === undefined) return sendPage(reply.code(404), renderNoInvitation(words, desk, address))
  const step = stepOf(session, invitation)
  if (step === 'other') reply.code(403)
  const view = {
    ...{ address, step, problem, signIn: signInAddress(desk, address) },
    sso: api.app.config.sso === undefined ? undefined : ssoAddress(desk, address),
    csrfToken: csrfTokenFor(session ?? browserAt(api, desk, request, reply), csrfSubject(desk)),
  }
  return sendPage(reply, renderInvitation(words, invitation, view))
}

function stepOf(session: DeskSession | undefined, invitation: OpenedInvitation): InvitationStep {
  if (session !== undefined) return session.email === invitation.email ? 'accept' : 'other'
  return invitation.isKnown ? 'sign_in' : 'password'
}

function pageOf(desk: Desk, request: FastifyRequest): string {
  const lang = parseLang(queryOf(request, 'lang'))
  const query = { token: queryOf(request, 'token') ?? '', ...(lang !== undefined && { lang }) }
  return `${pathOf[desk]}/invitation?${new URLSearchParams(query)}`
}
