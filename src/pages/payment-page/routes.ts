import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostedCardOf, openCardPage, takeCardFromPage } from '../../money/checkout/card/card-page.ts'
import { returnFromBank } from '../../money/checkout/charges/first-charges.ts'
import { recordStep } from '../../money/checkout/figures/visit-figures.ts'
import { loadProgress } from '../../money/checkout/progress/context.ts'
import { parseId, type SessionId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { type CookieScope, isSecure } from '../../platform/http/cookies.ts'
import { visitorOf } from '../../platform/http/limit-keyless.ts'
import { addAssets } from '../../platform/ui/assets.ts'
import { csrfTokenFor, ensureBrowser, findBrowser, hasCsrfToken } from '../../platform/ui/forms/browser.ts'
import { htmlType } from '../../platform/ui/html.ts'
import type { PageError } from '../../platform/ui/page-errors.ts'
import { registerPages } from '../../platform/ui/register-pages.ts'
import { type Lang, parseLang } from '../../platform/ui/words/lang.ts'
import { assets } from './assets.ts'
import { type FormFields, formActions } from './form-actions.ts'
import { addLinkRoute } from './link-routes.ts'
import { addOutbox } from './outbox.ts'
import { type PageContext, pageContextOf } from './page-context.ts'
import { refusals } from './refusals.ts'
import { renderPaymentError } from './session-page.ts'
import { renderCardStage, renderOrderStage, renderStage } from './stages.ts'
import { addressOf } from './view-model.ts'
import { linkAddress } from './views/link-over.ts'
import { wordsFor } from './words.ts'

/** The hosted payment page (docs/contract/payment-page.md): `/hpp/` and its steps, and the files it refers to. */
export function addPaymentPage(api: Api): void {
  registerPages(api, {
    addRoutes(server) {
      addViews(server, api)
      addForms(server, api)
      addPagesElsewhere(server, api)
      addLinkRoute(server, api, cookieScope(api))
      if (api.app.config.mode === 'sandbox') addOutbox(server, api)
    },
    renderError,
  })
  addAssets(api.server, assets)
}

function addViews(server: FastifyInstance, api: Api): void {
  const schema = { hide: true }
  for (const path of ['/hpp', '/hpp/']) {
    server.get(path, { schema }, async (request, reply) => {
      const context = await readContext(api, request, reply)
      const { stage, linkToken } = context.checkout
      if (stage === 'over' && linkToken !== null) return reply.redirect(linkAddress(linkToken, context.model.lang), 303)
      await recordStep(api.app, context.checkout, 'opened')
      return sendPage(reply, renderStage(context))
    })
  }
  // To change the phone or the card.
  server.get('/hpp/phone', { schema }, async (request, reply) => {
    const context = await readContext(api, request, reply)
    return context.checkout.stage === 'code'
      ? sendPage(reply, renderOrderStage(context, {}))
      : redirectToStage(reply, context)
  })
  server.get('/hpp/card', { schema }, async (request, reply) => {
    const context = await readContext(api, request, reply)
    return context.checkout.stage === 'confirm'
      ? sendPage(reply, renderCardStage(context, {}))
      : redirectToStage(reply, context)
  })
  server.get('/hpp/state', { schema }, async (request, reply) => {
    const { checkout } = await readContext(api, request, reply)
    return reply.type('application/json; charset=utf-8').send({ stage: checkout.stage })
  })
}

function addForms(server: FastifyInstance, api: Api): void {
  const schema = { hide: true }
  for (const [name, submit] of Object.entries(formActions)) {
    server.post(`/hpp/${name}`, { schema }, async (request, reply) => {
      const fields = (request.body ?? {}) as FormFields
      const browser = findBrowser(request, cookieScope(api))
      const id = sessionIdOf(request)
      if (browser === undefined || id === undefined || !hasCsrfToken(fields, browser, id)) {
        throw refusals.noCsrfToken()
      }
      const context = await readContext(api, request, reply)
      const page = await submit(api.app, context, fields)
      return page === undefined ? redirectToStage(reply, context) : sendPage(reply.code(422), page)
    })
    // A reload of a form's address shows the session's stage.
    if (name === 'phone' || name === 'card') continue
    server.get(`/hpp/${name}`, { schema }, async (request, reply) =>
      redirectToStage(reply, await readContext(api, request, reply)),
    )
  }
}

// To pages of the processor and the bank, and back. They are links, because the CSP lets forms lead to our own pages
// only.
function addPagesElsewhere(server: FastifyInstance, api: Api): void {
  const schema = { hide: true }
  const visitOf = ({ model, addressOutside }: PageContext) => ({
    returnUrl: addressOutside('card-back'),
    lang: model.lang,
  })
  const sendUnavailable = (reply: FastifyReply, context: PageContext): FastifyReply =>
    sendPage(reply.code(503), renderCardStage(context, { decline: 'unavailable' }))
  server.get('/hpp/card-page', { schema }, async (request, reply) => {
    const context = await readContext(api, request, reply)
    const opened = await openCardPage(api.app, context.checkout, visitOf(context))
    if (opened === 'unavailable') return sendUnavailable(reply, context)
    return opened === 'moved' ? redirectToStage(reply, context) : reply.redirect(opened.address, 303)
  })
  server.get('/hpp/card-back', { schema }, async (request, reply) => {
    const context = await readContext(api, request, reply)
    const taken = await takeCardFromPage(api.app, context.checkout, visitOf(context))
    return taken === 'unavailable' ? sendUnavailable(reply, context) : redirectToStage(reply, context)
  })
  server.get('/hpp/bank-back', { schema }, async (request, reply) => {
    const context = await readContext(api, request, reply)
    await returnFromBank(api.app, context.checkout)
    return redirectToStage(reply, context)
  })
}

async function readContext(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<PageContext> {
  const id = sessionIdOf(request)
  if (id === undefined) throw refusals.noSuchSession()
  const browser = ensureBrowser(request, reply, cookieScope(api))
  const checkout = await loadProgress(api.app, api.region, id, browser.hash, request.id)
  request.customerAction = { actor: checkout.customer, paymentId: checkout.session.payment.id }
  return pageContextOf(checkout, {
    lang: langOf(request),
    csrfToken: csrfTokenFor(browser, id),
    isSandbox: api.app.config.mode === 'sandbox',
    isCardHosted: hostedCardOf(api.app, checkout) !== undefined,
    address: visitorOf(request),
    baseUrl: api.baseUrl(),
    plan: planOf(request),
  })
}

function cookieScope(api: Api): CookieScope {
  return { path: '/hpp', isSecure: isSecure(api) }
}

function sessionIdOf(request: FastifyRequest): SessionId | undefined {
  const { sessionId } = request.query as { sessionId?: unknown }
  return typeof sessionId === 'string' ? parseId(sessionId) : undefined
}

// The form's choice, or the address's.
function planOf(request: FastifyRequest): string | undefined {
  const { plan } = { ...(request.query as FormFields), ...(request.body as FormFields | undefined) }
  return typeof plan === 'string' ? plan : undefined
}

function langOf(request: FastifyRequest): Lang | undefined {
  return parseLang((request.query as { lang?: unknown }).lang)
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type(htmlType).send(page)
}

// A redirect after a form: a reload does not send the form again.
function redirectToStage(reply: FastifyReply, { model }: PageContext): FastifyReply {
  return reply.redirect(addressOf(model), 303)
}

function renderError(request: FastifyRequest, error: PageError): string {
  const lang = langOf(request) ?? 'en'
  const id = sessionIdOf(request)
  const retry = error === 'notFound' || id === undefined ? undefined : addressOf({ sessionId: id, lang })
  return renderPaymentError(wordsFor(lang, 'AE'), error, retry)
}
