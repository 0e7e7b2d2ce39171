import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '../base/ids.ts'
import { answerBank } from '../collections/answer-bank.ts'
import { listPurchases } from '../collections/list-purchases.ts'
import type { Api } from '../http/api.ts'
import type { EarlyChoice } from '../plans/early-payment.ts'
import { addAssets } from '../ui/assets.ts'
import { hasCsrfToken } from '../ui/forms/csrf.ts'
import { htmlType } from '../ui/html.ts'
import type { PageError } from '../ui/page-errors.ts'
import { registerPages } from '../ui/register-pages.ts'
import { assets } from './assets.ts'
import { type Answer, openCardPage, readCardChange, renderCardChange, takeCardFromPage } from './card-actions.ts'
import { addressOf } from './place-model.ts'
import { parseChoice, purchaseActions } from './purchase-actions.ts'
import { purchaseModelOf } from './purchases/purchase-model.ts'
import { showPurchase, stageOf } from './purchases/show-purchase.ts'
import { refusals } from './refusals.ts'
import { sendToken } from './sign-in/cookies.ts'
import { leaveAccount } from './sign-in/leave-account.ts'
import { type FormFields, renderSignIn, signInActions } from './sign-in-actions.ts'
import { renderAccountError } from './views/error.ts'
import { renderList } from './views/list.ts'
import { renderPay } from './views/pay.ts'
import { renderReceipt } from './views/receipt.ts'
import { renderPhone } from './views/sign-in.ts'
import {
  csrfSubject,
  isSecure,
  langOf,
  modeOf,
  queryOf,
  readPurchase,
  readVisit,
  type SignedIn,
  type Visit,
} from './visit.ts'
import { wordsFor } from './words/words.ts'

/** How many purchases a page of the list shows, and how many pages there are at most. */
const perPage = 10
const maxPages = 100

const schema = { hide: true }

/** The customer's account (docs/contract/money.md#the-customer-account): `/account`, its forms, and the files it refers to. */
export function addAccount(api: Api): void {
  registerPages(api, {
    addRoutes(server) {
      addSignIn(server, api)
      addViews(server, api)
      addForms(server, api)
    },
    renderError: (request, error) => renderError(api, request, error),
  })
  addAssets(api.server, assets)
}

function addSignIn(server: FastifyInstance, api: Api): void {
  for (const [name, submit] of Object.entries(signInActions)) {
    server.post(`/account/${name}`, { schema }, async (request, reply) => {
      const visit = await readVisit(api, request, reply)
      const fields = fieldsOf(request)
      // Who is signed in by now has nothing to prove here.
      if (visit.session !== undefined) return goTo(reply, addressOf(visit.model))
      requireToken(visit, fields)
      const answer = await submit(api.app, visit, fields)
      if (answer !== undefined && 'page' in answer) return sendPage(reply.code(422), answer.page)
      if (answer !== undefined) sendToken(reply, visit.place, answer.token, isSecure(api))
      return goTo(reply, addressOf(visit.model))
    })
  }
  // Another phone, for who has given one.
  server.get('/account/phone', { schema }, async (request, reply) => {
    const visit = await readVisit(api, request, reply)
    if (visit.session !== undefined) return goTo(reply, addressOf(visit.model))
    return sendPage(reply, renderPhone(visit.model, visit.words, {}))
  })
  server.post('/account/sign-out', { schema }, async (request, reply) => {
    const visit = await readVisit(api, request, reply)
    requireToken(visit, fieldsOf(request))
    if (visit.session !== undefined) await leaveAccount(api.app, visit.session)
    sendToken(reply, visit.place, undefined, isSecure(api))
    return goTo(reply, addressOf(visit.model))
  })
}

type View = (visit: SignedIn, request: FastifyRequest) => Promise<string | undefined>

function addViews(server: FastifyInstance, api: Api): void {
  // Each answers a page, or undefined where there is nothing to be shown but the purchase itself. First of all comes the sign-in.
  const add = (path: string, view: View): void => {
    server.get(path, { schema }, async (request, reply) => {
      const visit = await readVisit(api, request, reply)
      if (!isSignedIn(visit)) return sendPage(reply, await renderSignIn(api.app, visit))
      const page = await view(visit, request)
      return page === undefined ? goTo(reply, addressOf(visit.model)) : sendPage(reply, page)
    })
  }
  add('/account', (visit, request) =>
    visit.model.purchaseId === undefined ? viewList(api, visit, request) : viewPurchase(api, visit, request),
  )
  add('/account/pay', async (visit, request) => {
    const purchase = purchaseModelOf((await readPurchase(api, visit)).plan)
    const what = whatOf(request)
    const choice = purchase.choices.find((one) => one.what === what)
    if (choice === undefined || purchase.underWay !== undefined) return undefined
    return renderPay(visit.model, visit.words, purchase, { choice })
  })
  add('/account/card', async (visit, request) => {
    return renderCardChange(api.app, visit, await readCardChange(api, visit, whatOf(request)))
  })
  add('/account/receipt', async (visit, request) => {
    const purchase = purchaseModelOf((await readPurchase(api, visit)).plan)
    const charge = purchase.charges.find(({ id }) => id === queryOf(request, 'charge'))
    if (charge?.outcome !== 'paid') throw refusals.noSuchPurchase()
    return renderReceipt(visit.model, visit.words, purchase, charge)
  })
  addFollowing(server, api)
  // A step that was taken is looked at again by its address: where things stand is what there is to see.
  for (const name of ['code', 'resend', 'bank', 'sign-out']) {
    server.get(`/account/${name}`, { schema }, async (request, reply) =>
      goTo(reply, addressOf((await readVisit(api, request, reply)).model)),
    )
  }
}

function addFollowing(server: FastifyInstance, api: Api): void {
  // To the processor's own page for cards, and back. Links and not forms: a form may lead to our own pages only.
  for (const [name, open] of Object.entries({ 'card-page': openCardPage, 'card-back': takeCardFromPage })) {
    server.get(`/account/${name}`, { schema }, async (request, reply) => {
      const visit = await readVisit(api, request, reply)
      if (!isSignedIn(visit)) return goTo(reply, addressOf(visit.model))
      return sendAnswer(reply, await open(api, visit, await readCardChange(api, visit, whatOf(request))))
    })
  }
  // The bank has sent the customer back.
  server.get('/account/back', { schema }, async (request, reply) => {
    const visit = await readVisit(api, request, reply)
    if (!isSignedIn(visit)) return goTo(reply, addressOf(visit.model))
    const { actor, plan } = await readPurchase(api, visit)
    const charge = plan.charges.find(({ id }) => id === plan.collection.chargeId)
    // Where our own page asks in the bank's place, an address alone confirms nothing.
    if (charge !== undefined && charge.challengeAddress !== null) await answerBank(api.app, actor, charge, true)
    const newest = charge ?? plan.charges.findLast(({ kind }) => kind === 'early')
    return goTo(reply, addressOf(visit.model, '', { charge: newest?.id }))
  })
  server.get('/account/state', { schema }, async (request, reply) => {
    const visit = await readVisit(api, request, reply)
    const isAtPurchase = isSignedIn(visit) && visit.model.purchaseId !== undefined
    const stage = isAtPurchase
      ? stageOf((await readPurchase(api, visit)).plan, queryOf(request, 'charge'))
      : visit.model.stage
    return reply.type('application/json; charset=utf-8').send({ stage })
  })
}

function addForms(server: FastifyInstance, api: Api): void {
  for (const [name, submit] of Object.entries(purchaseActions)) {
    server.post(`/account/${name}`, { schema }, async (request, reply) => {
      const visit = await readVisit(api, request, reply)
      const fields = fieldsOf(request)
      requireToken(visit, fields)
      if (!isSignedIn(visit)) throw refusals.noCsrfToken()
      const answer = await submit(api, visit, { fields, query: (of) => queryOf(request, of) })
      return sendAnswer(reply, answer)
    })
  }
}

async function viewList(api: Api, { session, model, words, requestId }: SignedIn, request: FastifyRequest) {
  const page = Math.min(Math.max(Number.parseInt(queryOf(request, 'page') ?? '1', 10) || 1, 1), maxPages)
  const wanted = { limit: perPage, skip: (page - 1) * perPage, requestId }
  const { purchases, hasMore } = await listPurchases(api.app, session, wanted)
  const { cardsNote, cardsPartlyNote } = words.texts
  const note = { cards: cardsNote, cards_partly: cardsPartlyNote }[queryOf(request, 'note') ?? '']
  const shown = purchases.map(({ plan }) => purchaseModelOf(plan))
  return renderList(model, words, { purchases: shown, page, hasMore: hasMore && page < maxPages, note })
}

async function viewPurchase(api: Api, visit: SignedIn, request: FastifyRequest): Promise<string> {
  const { plan } = await readPurchase(api, visit)
  const followed = { chargeId: queryOf(request, 'charge'), isCardChanged: queryOf(request, 'note') === 'card' }
  return showPurchase(visit.model, visit.words, plan, followed)
}

function isSignedIn(visit: Visit): visit is SignedIn {
  return visit.session !== undefined
}

function fieldsOf(request: FastifyRequest): FormFields {
  return (request.body ?? {}) as FormFields
}

function requireToken({ session, browser, place }: Visit, fields: FormFields): void {
  if (!hasCsrfToken(fields, session ?? browser, csrfSubject(place))) throw refusals.noCsrfToken()
}

function whatOf(request: FastifyRequest): EarlyChoice | undefined {
  return parseChoice(queryOf(request, 'what'))
}

// A page in the place of where the customer wanted to go says what is in the way.
function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  return 'goTo' in answer ? goTo(reply, answer.goTo) : sendPage(reply.code(422), answer.page)
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type(htmlType).send(page)
}

// After a form the browser is sent to a page: reloading it sends nothing again.
function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, 303)
}

function renderError({ app, region }: Api, request: FastifyRequest, error: PageError): string {
  const isTest = modeOf(request, app.config.mode === 'sandbox') === 'test'
  const lang = langOf(request)
  const purchaseId = error === 'notFound' ? undefined : parseId(queryOf(request, 'purchase') ?? '')
  return renderAccountError(wordsFor(lang, region), error, addressOf({ isTest, lang, purchaseId }))
}
