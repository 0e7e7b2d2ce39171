import type { FastifyReply, FastifyRequest } from 'fastify'
import { getPlan } from '../../money/collections/get-plan.ts'
import { findPurchaseActor, type Purchase } from '../../money/collections/purchases.ts'
import { type PaymentId, parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { isSecure } from '../../platform/http/cookies.ts'
import { visitorOf } from '../../platform/http/limit-keyless.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { type Browser, csrfTokenFor, ensureBrowser } from '../../platform/ui/forms/browser.ts'
import { askedLang, queryOf } from '../../platform/ui/page-request.ts'
import { refusals } from './refusals.ts'
import { findSession, findToken } from './sign-in/sessions.ts'
import type { AccountScope, CustomerSession } from './sign-in/sign-in.ts'
import type { ViewModel } from './view-model.ts'
import { type AccountWords, wordsFor } from './words/words.ts'

/** Somebody at the account: who it is if a code proved it, and what is needed to draw what they see. */
export interface PageContext {
  readonly scope: AccountScope
  readonly browser: Browser
  readonly session: CustomerSession | undefined
  readonly model: ViewModel
  readonly words: AccountWords
  /** Where the customer is, as it is counted. */
  readonly address: string
  readonly requestId: string
  readonly isSandbox: boolean
  /** Says of the request on which purchase it acts, and as whom. */
  readonly actOn: (actor: Actor, paymentId: PaymentId) => void
}

/** The same of who is signed in. */
export type SignedIn = PageContext & { readonly session: CustomerSession }

/** The subject of a form's CSRF token: forms of one mode are no forms of the other. */
export function csrfSubject({ region, isTest }: AccountScope): string {
  return `account ${region} ${isTest ? 'test' : 'live'}`
}

/** Reads who asks, for which mode, and in which language. */
export async function readPageContext(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<PageContext> {
  const { app, region } = api
  const isSandbox = app.config.mode === 'sandbox'
  const scope: AccountScope = { region, isTest: modeOf(request, isSandbox) === 'test' }
  const browser = ensureBrowser(request, reply, { path: '/account', isSecure: isSecure(api) })
  const token = findToken(request, scope, isSecure(api))
  const session = token === undefined ? undefined : await findSession(app, scope, token)
  const lang = askedLang(request)
  const model: ViewModel = {
    ...scope,
    lang,
    // A form that was shown before the sign-in, or to another session, is worth nothing after it.
    csrfToken: csrfTokenFor(session ?? browser, csrfSubject(scope)),
    purchaseId: purchaseIdOf(request),
    phone: session?.phone,
    stage: session === undefined ? 'out' : 'in',
  }
  const words = wordsFor(lang, region)
  const actOn = (actor: Actor, paymentId: PaymentId): void => {
    request.customerAction = { actor, paymentId }
  }
  const address = visitorOf(request)
  return { scope, browser, session, model, words, address, requestId: request.id, isSandbox, actOn }
}

/** The purchase that is asked for. Refuses with 404 what is not this phone's, in this region and mode. */
export async function readPurchase(api: Api, { session, model, requestId, actOn }: SignedIn): Promise<Purchase> {
  const { purchaseId } = model
  if (purchaseId === undefined) throw refusals.noSuchPurchase()
  const actor = await findPurchaseActor(api.app, session, purchaseId, requestId)
  actOn(actor, purchaseId)
  return { actor, plan: await getPlan(api.app, actor, purchaseId) }
}

/** In a sandbox test purchases are what is looked for, elsewhere real ones. */
export function modeOf(request: FastifyRequest, isSandbox: boolean): 'test' | 'live' {
  const mode = queryOf(request, 'mode')
  return mode === 'test' || mode === 'live' ? mode : isSandbox ? 'test' : 'live'
}

// What is no id is of no purchase: it is looked for and not found.
function purchaseIdOf(request: FastifyRequest): PaymentId | undefined {
  const text = queryOf(request, 'purchase')
  if (text === undefined) return undefined
  const id = parseId(text)
  if (id === undefined) throw refusals.noSuchPurchase()
  return id
}
