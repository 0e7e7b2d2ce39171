import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { csrfTokenFor } from '../../ui/forms/csrf.ts'
import { queryOf } from '../../ui/page-request.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { firstOf, sandboxPassword } from '../demo/demo-people.ts'
import { csrfSubject, type Desk, parseNext, pathOf } from '../desk.ts'
import { sendToken } from '../sessions/cookies.ts'
import type { DeskSession, Stage } from '../sessions/session.ts'
import { enterCode } from '../sign-in/enter-code.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { renderCode } from '../views/code.ts'
import { renderSignIn, type SignInProblem } from '../views/sign-in.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, findDeskSession, signInAddress, ssoAddress } from './desk-pages.ts'
import { requireFormToken } from './form-guards.ts'
import { browserAt, goTo, langOf, passwordOf, sendPage, textOf } from './page-request.ts'

const schema = { hide: true }

/** `GET` and `POST …/sign-in`: who has signed in lands at `next`, on this desk only, or at its first page. */
export function addSignInPages(server: FastifyInstance, api: Api, desk: Desk): void {
  server.get(`${pathOf[desk]}/sign-in`, { schema }, async (request, reply) => {
    const session = await findDeskSession(api, desk, request)
    if (session === undefined) return sendPage(reply, renderForm(api, desk, request, reply, {}))
    if (session.stage === 'code') return sendPage(reply, renderCodeStep(session, request, false))
    return goTo(reply, afterPassword(session.stage, desk, nextOf(desk, request)))
  })
  // First e-mail and password, then the code of who has a second factor.
  server.post(`${pathOf[desk]}/sign-in`, { schema }, async (request, reply) => {
    const session = await findDeskSession(api, desk, request)
    if (session?.stage === 'code') return submitCode(api, session, request, reply)
    // Who is signed in by now has nothing to prove here.
    if (session !== undefined) return goTo(reply, afterPassword(session.stage, desk, nextOf(desk, request)))
    return submitPassword(api, desk, request, reply)
  })
}

async function submitPassword(api: Api, desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  requireFormToken(desk, browserAt(api, desk, request, reply), fields)
  const typed = { email: textOf(fields, 'email', 254), password: passwordOf(fields, 'password') }
  const refuse = (problem: SignInProblem): FastifyReply =>
    sendPage(reply.code(422), renderForm(api, desk, request, reply, { email: typed.email, problem }))
  if (typed.email.trim() === '' || typed.password === '') return refuse('signInMissing')
  const outcome = await signIn(api.app, desk, {
    ...typed,
    lang: parseLang(queryOf(request, 'lang')),
    address: visitorOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  })
  if (outcome === 'wrong') return refuse('signInWrong')
  if (outcome === 'no_merchant') return refuse('noMerchant')
  sendToken(reply, { desk, isSecure: isSecure(api) }, outcome.token)
  return goTo(reply, afterPassword(outcome.stage, desk, nextOf(desk, request)))
}

async function submitCode(api: Api, session: DeskSession, request: FastifyRequest, reply: FastifyReply) {
  const { desk } = session
  const fields = fieldsOf(request)
  requireFormToken(desk, session, fields)
  const token = await enterCode(api.app, session, textOf(fields, 'code', 64))
  if (token === undefined) return sendPage(reply.code(422), renderCodeStep(session, request, true))
  sendToken(reply, { desk, isSecure: isSecure(api) }, token)
  return goTo(reply, nextOf(desk, request))
}

/** Where a session leads whose person has given the password. */
export function afterPassword(stage: Stage, desk: Desk, next: string): string {
  if (stage === 'code') return signInAddress(desk, next)
  return stage === 'enrol' ? `${pathOf[desk]}/me/second-factor?${new URLSearchParams({ next })}` : next
}

/** Where somebody wanted to go. */
export function nextOf(desk: Desk, request: FastifyRequest): string {
  return parseNext(desk, queryOf(request, 'next')) ?? pathOf[desk]
}

interface FormState {
  readonly email?: string
  readonly problem?: SignInProblem
}

function renderForm(api: Api, desk: Desk, request: FastifyRequest, reply: FastifyReply, state: FormState): string {
  const isSandbox = api.app.config.mode === 'sandbox'
  return renderSignIn(wordsFor(langOf(request, undefined)), {
    desk,
    address: addressOf(desk, request),
    csrfToken: csrfTokenFor(browserAt(api, desk, request, reply), csrfSubject(desk)),
    sso: api.app.config.sso === undefined ? undefined : ssoAddress(desk, nextOf(desk, request)),
    demo: isSandbox ? { email: firstOf[desk], password: sandboxPassword } : undefined,
    ...state,
  })
}

function renderCodeStep(session: DeskSession, request: FastifyRequest, isWrong: boolean): string {
  const { desk, email } = session
  return renderCode(wordsFor(langOf(request, session)), {
    ...{ desk, email, isWrong, address: addressOf(desk, request) },
    csrfToken: csrfTokenFor(session, csrfSubject(desk)),
  })
}

function addressOf(desk: Desk, request: FastifyRequest): string {
  const lang = parseLang(queryOf(request, 'lang'))
  const address = signInAddress(desk, nextOf(desk, request))
  return lang === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`
}
