import type { FastifyReply, FastifyRequest } from 'fastify'
import { getPlan } from '../../money/collections/get-plan.ts'
import { findPurchaseActor, type Purchase } from '../../money/collections/purchases.ts'
import { type PaymentId, parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { isSecure } from '../../platform/http/cookies.ts'
import { visitorOf } from '../../platform/http/limit-keyless.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { type Browser, csrfTokenFor, ensureBrowser } from '../../platform/ui/forms/browser.ts'
import { queryOf, requestedLang } from '../../platform/ui/page-request.ts'
import { refusals } from './refusals.ts'
import { findSession, findToken } from './sign-in/sessions.ts'
import type { AccountScope, CustomerSession } from './sign-in/sign-in.ts'
import type { ViewModel } from './view-model.ts'
import { type AccountWords, wordsFor } from './words/words.ts'

/** One request to the account: the browser, the session if signed in, and the data of the views. */
export interface PageContext {
  readonly scope: AccountScope
  readonly browser: Browser
  readonly session: CustomerSession | undefined
  readonly model: ViewModel
  readonly words: AccountWords
  /** The network address that the rate limits count. */
  readonly address: string
  readonly requestId: string
  readonly isSandbox: boolean
  /** Notes actor and payment on the request, for the journal. */
  readonly actOn: (actor: Actor, paymentId: PaymentId) => void
}

/** The context of a signed-in customer. */
export type SignedIn = PageContext & { readonly session: CustomerSession }

/** Returns the subject of a form's CSRF token. Each region and mode has its own. */
export function csrfSubject({ region, isTest }: AccountScope): string {
  return `account ${region} ${isTest ? 'test' : 'live'}`
}

/** Reads browser, session, mode and language of a request. */
export async function readPageContext(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<PageContext> {
  const { app, region } = api
  const isSandbox = app.config.mode === 'sandbox'
  const scope: AccountScope = { region, isTest: modeOf(request, isSandbox) === 'test' }
  const browser = ensureBrowser(request, reply, { path: '/account', isSecure: isSecure(api) })
  const token = findToken(request, scope, isSecure(api))
  const session = token === undefined ? undefined : await findSession(app, scope, token)
  const lang = requestedLang(request)
  const model: ViewModel = {
    ...scope,
    lang,
    // The token depends on the session: a form from before the sign-in, or of another session, is refused.
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

/** Reads the purchase of the address. Refuses with 404 a purchase of another phone, region or mode. */
export async function readPurchase(api: Api, { session, model, requestId, actOn }: SignedIn): Promise<Purchase> {
  const { purchaseId } = model
  if (purchaseId === undefined) throw refusals.noSuchPurchase()
  const actor = await findPurchaseActor(api.app, session, purchaseId, requestId)
  actOn(actor, purchaseId)
  return { actor, plan: await getPlan(api.app, actor, purchaseId) }
}

/** Returns the mode of the address. Default: test in a sandbox, live in production. */
export function modeOf(request: FastifyRequest, isSandbox: boolean): 'test' | 'live' {
  const mode = queryOf(request, 'mode')
  return mode === 'test' || mode === 'live' ? mode : isSandbox ? 'test' : 'live'
}

// A malformed id answers like an unknown one.
function purchaseIdOf(request: FastifyRequest): PaymentId | undefined {
  const text = queryOf(request, 'purchase')
  if (text === undefined) return undefined
  const id = parseId(text)
  if (id === undefined) throw refusals.noSuchPurchase()
  return id
}
