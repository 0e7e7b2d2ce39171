import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allMerchants } from '../../base/ids.ts'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { queryOf } from '../../ui/page-request.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { type BackOffice, csrfSubject, parseNext, pathOf } from '../back-office.ts'
import { demoEmailOf, sandboxPassword } from '../demo-people.ts'
import { openProofCeremony } from '../passkeys/ceremonies.ts'
import { passkeySiteOf } from '../passkeys/passkey-site.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { enterPasskey } from '../passkeys/sign-in-by-passkey.ts'
import { sendToken } from '../sessions/cookies.ts'
import type { BackOfficeSession, Stage } from '../sessions/session.ts'
import { enterCode, signIn } from '../sign-in/sign-in.ts'
import { peopleOf } from '../store/people.ts'
import { type CodeProblem, renderCode } from '../views/code.ts'
import { renderSignIn, type SignInProblem } from '../views/sign-in.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, findBackOfficeSession, signInAddress, ssoAddress } from './back-office-pages.ts'
import { requireFormToken } from './form-guards.ts'
import { browserAt, goTo, langOf, passwordOf, sendPage, textOf } from './page-request.ts'

const schema = { hide: true }

/** Adds `…/sign-in`. Afterwards it opens `next`, a page of this back office, or its first page. */
export function addSignInPages(server: FastifyInstance, api: Api, backOffice: BackOffice): void {
  server.get(`${pathOf[backOffice]}/sign-in`, { schema }, async (request, reply) => {
    const session = await findBackOfficeSession(api, backOffice, request)
    if (session === undefined) return sendPage(reply, renderForm(api, backOffice, request, reply, {}))
    if (session.stage === 'code') return sendPage(reply, await renderCodeStep(api, session, request))
    return goTo(reply, afterPassword(session.stage, backOffice, nextOf(backOffice, request)))
  })
  // First e-mail and password, then the code if the person has a second factor.
  server.post(`${pathOf[backOffice]}/sign-in`, { schema }, async (request, reply) => {
    const session = await findBackOfficeSession(api, backOffice, request)
    if (session?.stage === 'code') return submitCode(api, session, request, reply)
    // Another tab may have signed in meanwhile.
    if (session !== undefined) return goTo(reply, afterPassword(session.stage, backOffice, nextOf(backOffice, request)))
    return submitPassword(api, backOffice, request, reply)
  })
}

async function submitPassword(api: Api, backOffice: BackOffice, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  requireFormToken(backOffice, browserAt(api, backOffice, request, reply), fields)
  const typed = { email: textOf(fields, 'email', 254), password: passwordOf(fields, 'password') }
  const refuse = (problem: SignInProblem): FastifyReply =>
    sendPage(reply.code(422), renderForm(api, backOffice, request, reply, { email: typed.email, problem }))
  if (typed.email.trim() === '' || typed.password === '') return refuse('signInMissing')
  const outcome = await signIn(api.app, backOffice, {
    ...typed,
    lang: parseLang(queryOf(request, 'lang')),
    address: visitorOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  })
  if (outcome === 'wrong') return refuse('signInWrong')
  if (outcome === 'no_merchant') return refuse('noMerchant')
  sendToken(reply, { backOffice, isSecure: isSecure(api) }, outcome.token)
  return goTo(reply, afterPassword(outcome.stage, backOffice, nextOf(backOffice, request)))
}

async function submitCode(api: Api, session: BackOfficeSession, request: FastifyRequest, reply: FastifyReply) {
  const { backOffice } = session
  const fields = fieldsOf(request)
  requireFormToken(backOffice, session, fields)
  const refuse = async (problem: CodeProblem): Promise<FastifyReply> =>
    sendPage(reply.code(422), await renderCodeStep(api, session, request, problem))
  const site = passkeySiteOf(api.baseUrl())
  const text = passwordOf(fields, 'passkey')
  const isPasskey = site !== undefined && text !== ''
  const token = isPasskey
    ? await enterPasskey(api.app, session, { site, text })
    : await enterCode(api.app, session, textOf(fields, 'code', 64))
  if (token === 'stale') return refuse('stale')
  if (token === undefined) return refuse(isPasskey ? 'passkey' : 'code')
  sendToken(reply, { backOffice, isSecure: isSecure(api) }, token)
  return goTo(reply, nextOf(backOffice, request))
}

/** Returns the address of the sign-in by a passkey, with the query of this address of the sign-in. */
export function passkeyAddress(signIn: string): string {
  return signIn.replace('/sign-in', '/sign-in/passkey')
}

/** Returns the next address after the password. */
export function afterPassword(stage: Stage, backOffice: BackOffice, next: string): string {
  if (stage === 'code') return signInAddress(backOffice, next)
  return stage === 'enrol' ? `${pathOf[backOffice]}/me/second-factor?${new URLSearchParams({ next })}` : next
}

/** Returns the address to open after the sign-in. */
export function nextOf(backOffice: BackOffice, request: FastifyRequest): string {
  return parseNext(backOffice, queryOf(request, 'next')) ?? pathOf[backOffice]
}

interface FormState {
  readonly email?: string
  readonly problem?: SignInProblem
}

function renderForm(
  api: Api,
  backOffice: BackOffice,
  request: FastifyRequest,
  reply: FastifyReply,
  state: FormState,
): string {
  const isSandbox = api.app.config.mode === 'sandbox'
  return renderSignIn(wordsFor(langOf(request, undefined)), {
    backOffice,
    address: addressOf(backOffice, request),
    csrfToken: csrfTokenFor(browserAt(api, backOffice, request, reply), csrfSubject(backOffice)),
    passkey: passkeySiteOf(api.baseUrl()) && passkeyAddress(addressOf(backOffice, request)),
    sso: api.app.config.sso === undefined ? undefined : ssoAddress(backOffice, nextOf(backOffice, request)),
    demo: isSandbox ? { email: demoEmailOf[backOffice], password: sandboxPassword } : undefined,
    ...state,
  })
}

async function renderCodeStep(
  api: Api,
  session: BackOfficeSession,
  request: FastifyRequest,
  problem?: CodeProblem,
): Promise<string> {
  const { app } = api
  const { backOffice, personId, email } = session
  const site = passkeySiteOf(api.baseUrl())
  const [person] = await app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId })
  const known = person?.has_passkeys ? await listPasskeys(app, session) : []
  const others = known.filter(({ rpId }) => rpId !== site?.rpId).map(({ rpId }) => rpId)
  return renderCode(wordsFor(langOf(request, session)), {
    ...{ backOffice, email, problem, address: addressOf(backOffice, request) },
    csrfToken: csrfTokenFor(session, csrfSubject(backOffice)),
    hasApp: person !== undefined && person.sealed_totp_secret !== null,
    ceremony: site && (await openProofCeremony(app, session, site, 'code')),
    otherHosts: [...new Set(others)],
  })
}

/** Returns the address of the sign-in with the query of this request. */
export function addressOf(backOffice: BackOffice, request: FastifyRequest): string {
  const lang = parseLang(queryOf(request, 'lang'))
  const address = signInAddress(backOffice, nextOf(backOffice, request))
  return lang === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`
}
