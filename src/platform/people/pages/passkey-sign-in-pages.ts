import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { type Browser, csrfTokenFor } from '../../ui/forms/browser.ts'
import { queryOf } from '../../ui/page-request.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { type BackOffice, csrfSubject, pathOf } from '../back-office.ts'
import { openSignIn } from '../passkeys/ceremonies.ts'
import { type PasskeySite, passkeySiteOf } from '../passkeys/passkey-site.ts'
import { signInByPasskey } from '../passkeys/sign-in-by-passkey.ts'
import { sendToken } from '../sessions/cookies.ts'
import { type PasskeySignInProblem, renderPasskeySignIn } from '../views/passkey-sign-in.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, findBackOfficeSession } from './back-office-pages.ts'
import { requireFormToken } from './form-guards.ts'
import { browserAt, goTo, langOf, passwordOf, sendPage } from './page-request.ts'
import { addressOf, afterPassword, nextOf, passkeyAddress } from './sign-in-pages.ts'

const schema = { hide: true }

/** Adds `…/sign-in/passkey`: it asks for no e-mail, so it tells nobody who has a passkey. */
export function addPasskeySignInPages(server: FastifyInstance, api: Api, backOffice: BackOffice): void {
  const path = passkeyAddress(`${pathOf[backOffice]}/sign-in`)
  server.get(path, { schema }, async (request, reply) => {
    const site = passkeySiteOf(api.baseUrl())
    const session = await findBackOfficeSession(api, backOffice, request)
    // A session that began with a password goes on there.
    if (site === undefined || session !== undefined) return goTo(reply, addressOf(backOffice, request))
    return sendStep(api, backOffice, request, reply, { site, browser: browserAt(api, backOffice, request, reply) })
  })
  server.post(path, { schema }, async (request, reply) => {
    const fields = fieldsOf(request)
    const site = passkeySiteOf(api.baseUrl())
    const session = await findBackOfficeSession(api, backOffice, request)
    if (site === undefined || session !== undefined) return goTo(reply, addressOf(backOffice, request))
    const browser = browserAt(api, backOffice, request, reply)
    requireFormToken(backOffice, browser, fields)
    const holder = { backOffice, hash: browser.hash }
    const outcome = await signInByPasskey(
      api.app,
      holder,
      { site, text: passwordOf(fields, 'passkey') },
      {
        lang: parseLang(queryOf(request, 'lang')),
        ...{ address: visitorOf(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id },
      },
    )
    if (typeof outcome === 'string') {
      const problem = ({ wrong: 'passkeyWrong', stale: 'passkeyStale', no_merchant: 'noMerchant' } as const)[outcome]
      return sendStep(api, backOffice, request, reply.code(422), { site, browser, problem })
    }
    sendToken(reply, { backOffice, isSecure: isSecure(api) }, outcome.token)
    return goTo(reply, afterPassword(outcome.stage, backOffice, nextOf(backOffice, request)))
  })
}

interface Step {
  readonly site: PasskeySite
  readonly browser: Browser
  readonly problem?: PasskeySignInProblem
}

async function sendStep(
  api: Api,
  backOffice: BackOffice,
  request: FastifyRequest,
  reply: FastifyReply,
  { site, browser, problem }: Step,
): Promise<FastifyReply> {
  const signIn = addressOf(backOffice, request)
  const page = renderPasskeySignIn(wordsFor(langOf(request, undefined)), {
    ...{ backOffice, signIn, problem, address: passkeyAddress(signIn) },
    csrfToken: csrfTokenFor(browser, csrfSubject(backOffice)),
    ceremony: await openSignIn(api.app, { backOffice, hash: browser.hash }, site),
  })
  return sendPage(reply, page)
}
