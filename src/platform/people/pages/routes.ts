import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseId } from '../../base/ids.ts'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { renderBackOfficeError } from '../../ui/back-office/error-page.ts'
import type { PageError } from '../../ui/page-errors.ts'
import type { Pages } from '../../ui/register-pages.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { type BackOffice, parseNext, pathOf } from '../back-office.ts'
import { setLang } from '../own-page/own-account.ts'
import { refusals } from '../refusals.ts'
import { sendToken } from '../sessions/cookies.ts'
import { leaveBackOffice, switchMerchant } from '../sessions/sessions.ts'
import { renderColumnError } from '../views/column.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, registerBackOfficePages, registerOpenPages, sessionOf, signInAddress } from './back-office-pages.ts'
import { type FrameOf, plainFrame } from './frame.ts'
import { addInvitationPages } from './invitation-pages.ts'
import { addOwnPages, addSecondFactorPages } from './own-pages.ts'
import { goTo, langOf } from './page-request.ts'
import { addNewPasskeyPages, addPasskeyRemoval } from './passkey-pages.ts'
import { addPasskeySignInPages } from './passkey-sign-in-pages.ts'
import { addSignInPages } from './sign-in-pages.ts'
import { addSsoPages } from './sso-pages.ts'

const schema = { hide: true }

/**
 * Adds the pages that both back offices share: sign-in and sign-out, a person's own page, and the language. `frameOf`:
 * the frame of pages of a signed-in person.
 */
export function addPeoplePages(api: Api, backOffice: BackOffice, frameOf: FrameOf = plainFrame(backOffice)): void {
  const renderError = (request: FastifyRequest, error: PageError): string =>
    renderColumnError(backOffice, wordsFor(langOf(request, undefined)), error)
  registerOpenPages(api, {
    addRoutes(server) {
      addSignInPages(server, api, backOffice)
      addPasskeySignInPages(server, api, backOffice)
      addInvitationPages(server, api, backOffice)
      if (api.app.config.sso !== undefined) addSsoPages(server, api, backOffice)
    },
    renderError,
  })
  const renderFramed = (request: FastifyRequest, error: PageError): string =>
    renderBackOfficeError(frameOf(request), error)
  registerBackOfficePages(api, backOffice, {
    addRoutes(server) {
      addOwnPages(server, { api, backOffice, frameOf })
      addPasskeyRemoval(server, { api, backOffice, frameOf })
    },
    renderError: renderFramed,
  })
  const plain = plainFrame(backOffice)
  const around: FrameOf = (request) =>
    sessionOf(request, backOffice).stage === 'enrol' ? plain(request) : frameOf(request)
  const onTheWay: Pages = {
    addRoutes(server) {
      addSecondFactorPages(server, { api, backOffice, frameOf: around })
      addNewPasskeyPages(server, { api, backOffice, frameOf: around })
      // Another merchant may require no second factor.
      if (backOffice === 'dashboard') addMerchantSwitch(server, api)
    },
    renderError: (request, error) => renderBackOfficeError(around(request), error),
  }
  registerBackOfficePages(api, backOffice, onTheWay, ['open', 'enrol'])
  const addLeaving = (server: FastifyInstance) => addSmallForms(server, api, backOffice)
  registerBackOfficePages(api, backOffice, { addRoutes: addLeaving, renderError }, ['open', 'enrol', 'code'])
}

function addSmallForms(server: FastifyInstance, api: Api, backOffice: BackOffice): void {
  server.post(`${pathOf[backOffice]}/sign-out`, { schema }, async (request, reply) => {
    await leaveBackOffice(api.app, sessionOf(request, backOffice))
    sendToken(reply, { backOffice, isSecure: isSecure(api) }, undefined)
    return goTo(reply, signInAddress(backOffice))
  })
  // Goes back to the page of the form: `next`, else the referer.
  server.post(`${pathOf[backOffice]}/lang`, { schema }, async (request, reply) => {
    const { lang: requestedLang, next } = fieldsOf(request)
    const lang = parseLang(requestedLang)
    if (lang !== undefined) await setLang(api.app, sessionOf(request, backOffice), lang)
    return goTo(reply, parseNext(backOffice, next) ?? refererOf(backOffice, request) ?? pathOf[backOffice])
  })
}

function addMerchantSwitch(server: FastifyInstance, api: Api): void {
  server.post('/dashboard/merchant', { schema }, async (request, reply) => {
    const named = fieldsOf(request)['merchant_id']
    const id = typeof named === 'string' ? parseId(named) : undefined
    if (id === undefined) throw refusals.noSuchMember()
    const token = await switchMerchant(api.app, sessionOf(request, 'dashboard'), id)
    sendToken(reply, { backOffice: 'dashboard', isSecure: isSecure(api) }, token)
    return goTo(reply, '/dashboard')
  })
}

function refererOf(backOffice: BackOffice, { headers }: FastifyRequest): string | undefined {
  if (headers.referer === undefined || !URL.canParse(headers.referer)) return undefined
  const { host, pathname, search } = new URL(headers.referer)
  return host === headers.host ? parseNext(backOffice, `${pathname}${search}`) : undefined
}
