import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerBank } from '../../money/collections/later-charges.ts'
import { listPurchases } from '../../money/collections/purchases.ts'
import type { EarlyChoice } from '../../money/plans/charge-amounts.ts'
import { parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { isSecure } from '../../platform/http/cookies.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { addAssets } from '../../platform/ui/assets.ts'
import { hasCsrfToken } from '../../platform/ui/forms/browser.ts'
import { htmlType } from '../../platform/ui/html.ts'
import type { PageError } from '../../platform/ui/page-errors.ts'
import { queryOf, requestedLang } from '../../platform/ui/page-request.ts'
import { registerPages } from '../../platform/ui/register-pages.ts'
import { renderAccountError } from './account-page.ts'
import { assets } from './assets.ts'
import { type Answer, openCardPage, readCardChange, renderCardChange, takeCardFromPage } from './card-actions.ts'
import { addData } from './data/routes.ts'
import { addDocuments } from './documents/routes.ts'
import { csrfSubject, modeOf, type PageContext, readPageContext, readPurchase, type SignedIn } from './page-context.ts'
import { parseChoice, purchaseActions } from './purchase-actions.ts'
import { purchaseModelOf } from './purchase-model.ts'
import { refusals } from './refusals.ts'
import { showPurchase, stageOf } from './show-purchase.ts'
import { leaveAccount, sendToken } from './sign-in/sessions.ts'
import { type FormFields, renderSignIn, signInActions } from './sign-in-actions.ts'
import { addressOf } from './view-model.ts'
import { renderList } from './views/list.ts'
import { renderPay } from './views/pay.ts'
import { renderReceipt } from './views/receipt.ts'
import { renderPhone } from './views/sign-in.ts'
import { wordsFor } from './words/words.ts'

/** Purchases per page of the list, and the upper limit of pages. */
const perPage = 10
const maxPages = 100

const schema = { hide: true }

/**
 * The customer's account (docs/contract/money.md#the-customer-account): `/account`, its forms, and the files it
 * refers to. `places`: loads every place with personal data, for erasing.
 */
export function addAccount(api: Api, places: () => Promise<readonly ErasedPlace[]>): void {
  registerPages(api, {
    addRoutes(server) {
      addSignIn(server, api)
      addViews(server, api)
      addDocuments(server, api)
      addData(server, api, places)
      addForms(server, api)
    },
    renderError: (request, error) => renderError(api, request, error),
  })
  addAssets(api.server, assets)
}

function addSignIn(server: FastifyInstance, api: Api): void {
  for (const [name, submit] of Object.entries(signInActions)) {
    server.post(`/account/${name}`, { schema }, async (request, reply) => {
      const context = await readPageContext(api, request, reply)
      const fields = fieldsOf(request)
      // Another tab may have signed in meanwhile.
      if (context.session !== undefined) return goTo(reply, addressOf(context.model))
      requireToken(context, fields)
      const answer = await submit(api.app, context, fields)
      if (answer !== undefined && 'page' in answer) return sendPage(reply.code(422), answer.page)
      if (answer !== undefined) sendToken(reply, context.scope, answer.token, isSecure(api))
      return goTo(reply, addressOf(context.model))
    })
  }
  // To change the phone after a code was sent.
  server.get('/account/phone', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    if (context.session !== undefined) return goTo(reply, addressOf(context.model))
    return sendPage(reply, renderPhone(context.model, context.words, {}))
  })
  server.post('/account/sign-out', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    requireToken(context, fieldsOf(request))
    if (context.session !== undefined) await leaveAccount(api.app, context.session)
    sendToken(reply, context.scope, undefined, isSecure(api))
    return goTo(reply, addressOf(context.model))
  })
}

type View = (context: SignedIn, request: FastifyRequest) => Promise<string | undefined>

function addViews(server: FastifyInstance, api: Api): void {
  // A view returns undefined to redirect to the purchase. Without a session, every address shows the sign-in.
  const add = (path: string, view: View): void => {
    server.get(path, { schema }, async (request, reply) => {
      const context = await readPageContext(api, request, reply)
      if (!isSignedIn(context)) return sendPage(reply, await renderSignIn(api.app, context))
      const page = await view(context, request)
      return page === undefined ? goTo(reply, addressOf(context.model)) : sendPage(reply, page)
    })
  }
  add('/account', (context, request) =>
    context.model.purchaseId === undefined ? viewList(api, context, request) : viewPurchase(api, context, request),
  )
  add('/account/pay', async (context, request) => {
    const purchase = purchaseModelOf((await readPurchase(api, context)).plan)
    const what = whatOf(request)
    const choice = purchase.choices.find((one) => one.what === what)
    if (choice === undefined || purchase.underWay !== undefined || purchase.needsCard) return undefined
    return renderPay(context.model, context.words, purchase, { choice })
  })
  add('/account/card', async (context, request) => {
    return renderCardChange(api.app, context, await readCardChange(api, context, whatOf(request)))
  })
  add('/account/receipt', async (context, request) => {
    const purchase = purchaseModelOf((await readPurchase(api, context)).plan)
    const charge = purchase.charges.find(({ id }) => id === queryOf(request, 'charge'))
    if (charge?.outcome !== 'paid') throw refusals.noSuchPurchase()
    return renderReceipt(context.model, context.words, purchase, charge)
  })
  addReturns(server, api)
  // A reload of a form's address shows the current state.
  for (const name of ['code', 'resend', 'bank', 'sign-out']) {
    server.get(`/account/${name}`, { schema }, async (request, reply) =>
      goTo(reply, addressOf((await readPageContext(api, request, reply)).model)),
    )
  }
}

function addReturns(server: FastifyInstance, api: Api): void {
  // To the processor's card page, and back. They are links, because the CSP lets forms lead to our own pages only.
  for (const [name, open] of Object.entries({ 'card-page': openCardPage, 'card-back': takeCardFromPage })) {
    server.get(`/account/${name}`, { schema }, async (request, reply) => {
      const context = await readPageContext(api, request, reply)
      if (!isSignedIn(context)) return goTo(reply, addressOf(context.model))
      return sendAnswer(reply, await open(api, context, await readCardChange(api, context, whatOf(request))))
    })
  }
  // The bank sends the customer back to this address.
  server.get('/account/back', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    if (!isSignedIn(context)) return goTo(reply, addressOf(context.model))
    const { actor, plan } = await readPurchase(api, context)
    const charge = plan.charges.find(({ id }) => id === plan.collection.chargeId)
    // In a sandbox our own page stands in for the bank's: opening this address must not confirm the charge.
    if (charge !== undefined && charge.challengeAddress !== null) await answerBank(api.app, actor, charge, true)
    const latest = charge ?? plan.charges.findLast(({ kind }) => kind === 'early')
    return goTo(reply, addressOf(context.model, '', { charge: latest?.id }))
  })
  server.get('/account/state', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    const isAtPurchase = isSignedIn(context) && context.model.purchaseId !== undefined
    const stage = isAtPurchase
      ? stageOf((await readPurchase(api, context)).plan, queryOf(request, 'charge'))
      : context.model.stage
    return reply.type('application/json; charset=utf-8').send({ stage })
  })
}

function addForms(server: FastifyInstance, api: Api): void {
  for (const [name, submit] of Object.entries(purchaseActions)) {
    server.post(`/account/${name}`, { schema }, async (request, reply) => {
      const context = await readPageContext(api, request, reply)
      const fields = fieldsOf(request)
      requireToken(context, fields)
      if (!isSignedIn(context)) throw refusals.noCsrfToken()
      const answer = await submit(api, context, { fields, query: (of) => queryOf(request, of) })
      return sendAnswer(reply, answer)
    })
  }
}

async function viewList(api: Api, { session, model, words, requestId }: SignedIn, request: FastifyRequest) {
  const page = Math.min(Math.max(Number.parseInt(queryOf(request, 'page') ?? '1', 10) || 1, 1), maxPages)
  const range = { limit: perPage, skip: (page - 1) * perPage, requestId }
  const { purchases, hasMore } = await listPurchases(api.app, session, range)
  const { cardsNote, cardsPartlyNote } = words.texts
  const note = { cards: cardsNote, cards_partly: cardsPartlyNote }[queryOf(request, 'note') ?? '']
  const shown = purchases.map(({ plan }) => purchaseModelOf(plan))
  return renderList(model, words, { purchases: shown, page, hasMore: hasMore && page < maxPages, note })
}

async function viewPurchase(api: Api, context: SignedIn, request: FastifyRequest): Promise<string> {
  const { plan } = await readPurchase(api, context)
  const followed = { chargeId: queryOf(request, 'charge'), isCardChanged: queryOf(request, 'note') === 'card' }
  return showPurchase(context.model, context.words, plan, followed)
}

function isSignedIn(context: PageContext): context is SignedIn {
  return context.session !== undefined
}

function fieldsOf(request: FastifyRequest): FormFields {
  return (request.body ?? {}) as FormFields
}

function requireToken({ session, browser, scope }: PageContext, fields: FormFields): void {
  if (!hasCsrfToken(fields, session ?? browser, csrfSubject(scope))) throw refusals.noCsrfToken()
}

function whatOf(request: FastifyRequest): EarlyChoice | undefined {
  return parseChoice(queryOf(request, 'what'))
}

// A page instead of a redirect says why the step failed.
function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  return 'goTo' in answer ? goTo(reply, answer.goTo) : sendPage(reply.code(422), answer.page)
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type(htmlType).send(page)
}

// A redirect after a form: a reload does not send the form again.
function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, 303)
}

function renderError({ app, region }: Api, request: FastifyRequest, error: PageError): string {
  const isTest = modeOf(request, app.config.mode === 'sandbox') === 'test'
  const lang = requestedLang(request)
  const purchaseId = error === 'notFound' ? undefined : parseId(queryOf(request, 'purchase') ?? '')
  return renderAccountError(wordsFor(lang, region), error, addressOf({ isTest, lang, purchaseId }))
}
