import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { queryOf } from '../../ui/page-request.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { type BackOffice, csrfSubject, pathOf } from '../back-office.ts'
import { acceptInvitation, enterByInvitation, type JoinProblem } from '../invitations/accept-invitation.ts'
import { findInvitation, type OpenedInvitation } from '../invitations/invitations.ts'
import { sendToken } from '../sessions/cookies.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { type InvitationStep, renderInvitation, renderNoInvitation } from '../views/invitation.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, findBackOfficeSession, signInAddress, ssoAddress } from './back-office-pages.ts'
import { requireFormToken } from './form-guards.ts'
import { browserAt, goTo, langOf, passwordOf, sendPage, textOf } from './page-request.ts'
import { afterPassword } from './sign-in-pages.ts'

const schema = { hide: true }

/** `…/invitation?token=…`: opening the page does not use the invitation, because mail programs open links. */
export function addInvitationPages(server: FastifyInstance, api: Api, backOffice: BackOffice): void {
  server.get(`${pathOf[backOffice]}/invitation`, { schema }, async (request, reply) => {
    const visit = await readVisit(api, backOffice, request)
    return sendInvitation(api, backOffice, request, reply, visit)
  })
  server.post(`${pathOf[backOffice]}/invitation`, { schema }, async (request, reply) => {
    const visit = await readVisit(api, backOffice, request)
    const { session, invitation } = visit
    const fields = fieldsOf(request)
    requireFormToken(backOffice, session ?? browserAt(api, backOffice, request, reply), fields)
    if (invitation === undefined) return sendInvitation(api, backOffice, request, reply, visit)
    if (session !== undefined) {
      const token = await acceptInvitation(api.app, session, invitation)
      if (token !== undefined) sendToken(reply, { backOffice, isSecure: isSecure(api) }, token)
      return goTo(reply, pathOf[backOffice])
    }
    if (invitation.isKnown) return goTo(reply, signInAddress(backOffice, pageOf(backOffice, request)))
    const name = textOf(fields, 'name', 200)
    const entered = await enterByInvitation(api.app, invitation, {
      name,
      password: passwordOf(fields, 'password'),
      lang: parseLang(queryOf(request, 'lang')),
      ...{ address: visitorOf(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id },
    })
    if (!('token' in entered)) {
      const refused = { ...visit, problem: entered, name }
      return sendInvitation(api, backOffice, request, reply.code(422), refused)
    }
    sendToken(reply, { backOffice, isSecure: isSecure(api) }, entered.token)
    return goTo(reply, afterPassword(entered.stage, backOffice, pathOf[backOffice]))
  })
}

interface Visit {
  readonly session: BackOfficeSession | undefined
  readonly invitation: OpenedInvitation | undefined
  readonly problem?: JoinProblem
  /** The typed name, if the form was refused. */
  readonly name?: string
}

async function readVisit(api: Api, backOffice: BackOffice, request: FastifyRequest): Promise<Visit> {
  const session = await findBackOfficeSession(api, backOffice, request)
  const invitation = await findInvitation(api.app, backOffice, queryOf(request, 'token') ?? '')
  return { session: session?.stage === 'open' ? session : undefined, invitation }
}

function sendInvitation(
  api: Api,
  backOffice: BackOffice,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, invitation, problem, name }: Visit,
): FastifyReply {
  const words = wordsFor(langOf(request, session))
  const address = pageOf(backOffice, request)
  if (invitation === undefined) return sendPage(reply.code(404), renderNoInvitation(words, backOffice, address))
  const step = stepOf(session, invitation)
  if (step === 'other') reply.code(403)
  const view = {
    ...{ address, step, problem, name, signIn: signInAddress(backOffice, address) },
    sso: api.app.config.sso === undefined ? undefined : ssoAddress(backOffice, address),
    csrfToken: csrfTokenFor(session ?? browserAt(api, backOffice, request, reply), csrfSubject(backOffice)),
  }
  return sendPage(reply, renderInvitation(words, invitation, view))
}

function stepOf(session: BackOfficeSession | undefined, invitation: OpenedInvitation): InvitationStep {
  if (session !== undefined) return session.email === invitation.email ? 'accept' : 'other'
  return invitation.isKnown ? 'sign_in' : 'password'
}

function pageOf(backOffice: BackOffice, request: FastifyRequest): string {
  const lang = parseLang(queryOf(request, 'lang'))
  const query = { token: queryOf(request, 'token') ?? '', ...(lang !== undefined && { lang }) }
  return `${pathOf[backOffice]}/invitation?${new URLSearchParams(query)}`
}
