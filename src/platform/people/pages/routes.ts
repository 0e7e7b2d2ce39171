import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseId } from '../../base/ids.ts'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { renderDeskError } from '../../ui/desk/error-page.ts'
import type { PageError } from '../../ui/page-errors.ts'
import { parseLang } from '../../ui/words/lang.ts'
import { type Desk, parseNext, pathOf } from '../desk.ts'
import { refusals } from '../refusals.ts'
import { isRequiredAt } from '../second-factor/second-factor.ts'
import { sendToken } from '../sessions/cookies.ts'
import { leaveDesk } from '../sessions/leave-desk.ts'
import { setLang } from '../set-lang.ts'
import { switchMerchant } from '../team/switch-merchant.ts'
import { renderColumnError } from '../views/column.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, registerDeskPages, registerOpenPages, sessionOf, signInAddress } from './desk-pages.ts'
import { type FrameOf, plainFrame } from './frame.ts'
import { addInvitationPages } from './invitation-pages.ts'
import { addOwnPages, addSecondFactorPages } from './own-pages.ts'
import { goTo, langOf } from './page-request.ts'
import { addSignInPages } from './sign-in-pages.ts'
import { addSsoPages } from './sso-pages.ts'

const schema = { hide: true }

/**
 * The pages that a desk has whoever builds it: sign-in and out, a person's own, and the language. `frameOf`: what stands around those of who
 * is signed in, as around the desk's other pages.
 */
export function addPeoplePages(api: Api, desk: Desk, frameOf: FrameOf = plainFrame(desk)): void {
  const renderError = (request: FastifyRequest, error: PageError): string =>
    renderColumnError(desk, wordsFor(langOf(request, undefined)), error)
  registerOpenPages(api, {
    addRoutes(server) {
      addSignInPages(server, api, desk)
      addInvitationPages(server, api, desk)
      if (api.app.config.sso !== undefined) addSsoPages(server, api, desk)
    },
    renderError,
  })
  const renderFramed = (request: FastifyRequest, error: PageError): string => renderDeskError(frameOf(request), error)
  registerDeskPages(api, desk, {
    addRoutes(server) {
      addOwnPages(server, { api, desk, frameOf })
      if (desk === 'dashboard') addMerchantSwitch(server, api)
    },
    renderError: renderFramed,
  })
  const isRequired = isRequiredAt(desk, api.app.config)
  const around = isRequired ? plainFrame(desk) : frameOf
  const onTheWay = {
    addRoutes: (server: FastifyInstance) => addSecondFactorPages(server, { api, desk, frameOf: around }),
  }
  registerDeskPages(api, desk, { ...onTheWay, renderError: renderFramed }, ['open', 'enrol'])
  const addLeaving = (server: FastifyInstance) => addSmallForms(server, api, desk)
  registerDeskPages(api, desk, { addRoutes: addLeaving, renderError }, ['open', 'enrol', 'code'])
}

function addSmallForms(server: FastifyInstance, api: Api, desk: Desk): void {
  server.post(`${pathOf[desk]}/sign-out`, { schema }, async (request, reply) => {
    await leaveDesk(api.app, sessionOf(request, desk))
    sendToken(reply, { desk, isSecure: isSecure(api) }, undefined)
    return goTo(reply, signInAddress(desk))
  })
  // Back to where it was chosen, as the form says or else the browser.
  server.post(`${pathOf[desk]}/lang`, { schema }, async (request, reply) => {
    const { lang: asked, next } = fieldsOf(request)
    const lang = parseLang(asked)
    if (lang !== undefined) await setLang(api.app, sessionOf(request, desk), lang)
    return goTo(reply, parseNext(desk, next) ?? refererOf(desk, request) ?? pathOf[desk])
  })
}

function addMerchantSwitch(server: FastifyInstance, api: Api): void {
  server.post('/dashboard/merchant', { schema }, async (request, reply) => {
    const named = fieldsOf(request)['merchant_id']
    const id = typeof named === 'string' ? parseId(named) : undefined
    if (id === undefined) throw refusals.noSuchMember()
    const token = await switchMerchant(api.app, sessionOf(request, 'dashboard'), id)
    sendToken(reply, { desk: 'dashboard', isSecure: isSecure(api) }, token)
    return goTo(reply, '/dashboard')
  })
}

function refererOf(desk: Desk, { headers }: FastifyRequest): string | undefined {
  if (headers.referer === undefined || !URL.canParse(headers.referer)) return undefined
  const { host, pathname, search } = new URL(headers.referer)
  return host === headers.host ? parseNext(desk, `${pathname}${search}`) : undefined
}
