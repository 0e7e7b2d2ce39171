import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PaymentId, parseId } from '../base/ids.ts'
import { findPurchaseActor } from '../collections/find-purchase-actor.ts'
import { getPlan } from '../collections/get-plan.ts'
import type { Purchase } from '../collections/list-purchases.ts'
import type { Api } from '../http/api.ts'
import { visitorOf } from '../http/limit-keyless.ts'
import { type Browser, ensureBrowser } from '../ui/forms/browser.ts'
import { csrfTokenFor } from '../ui/forms/csrf.ts'
import { type Lang, parseLang } from '../ui/words/lang.ts'
import type { PlaceModel } from './place-model.ts'
import { refusals } from './refusals.ts'
import { findToken } from './sign-in/cookies.ts'
import { findSession } from './sign-in/find-session.ts'
import type { CustomerSession, Place } from './sign-in/sign-in.ts'
import { type AccountWords, wordsFor } from './words/words.ts'

/** Somebody at the account: who it is if a code proved it, and what is needed to draw what they see. */
export interface Visit {
  readonly place: Place
  readonly browser: Browser
  readonly session: CustomerSession | undefined
  readonly model: PlaceModel
  readonly words: AccountWords
  /** Where the customer is, as it is counted. */
  readonly address: string
  readonly requestId: string
  readonly isSandbox: boolean
}

/** A visit of who is signed in. */
export type SignedIn = Visit & { readonly session: CustomerSession }

/** The subject of a form's CSRF token: forms of one mode are no forms of the other. */
export function csrfSubject({ region, isTest }: Place): string {
  return `account ${region} ${isTest ? 'test' : 'live'}`
}

/** Reads who asks, for which mode, and in which language. */
export async function readVisit(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const { app, region } = api
  const isSandbox = app.config.mode === 'sandbox'
  const place: Place = { region, isTest: modeOf(request, isSandbox) === 'test' }
  const browser = ensureBrowser(request, reply, { path: '/account', isSecure: isSecure(api) })
  const token = findToken(request, place)
  const session = token === undefined ? undefined : await findSession(app, place, token)
  const lang = langOf(request)
  const model: PlaceModel = {
    ...place,
    lang,
    // A form that was shown before the sign-in, or to another session, is worth nothing after it.
    csrfToken: csrfTokenFor(session ?? browser, csrfSubject(place)),
    purchaseId: purchaseIdOf(request),
    phone: session?.phone,
    stage: session === undefined ? 'out' : 'in',
  }
  const words = wordsFor(lang, region)
  return { place, browser, session, model, words, address: visitorOf(request), requestId: request.id, isSandbox }
}

/** Whether cookies go over TLS only. */
export function isSecure(api: Api): boolean {
  return api.baseUrl().startsWith('https:')
}

/** The purchase that is asked for. Refuses with 404 what is not this phone's, in this region and mode. */
export async function readPurchase(api: Api, { session, model, requestId }: SignedIn): Promise<Purchase> {
  const { purchaseId } = model
  if (purchaseId === undefined) throw refusals.noSuchPurchase()
  const actor = await findPurchaseActor(api.app, session, purchaseId, requestId)
  return { actor, plan: await getPlan(api.app, actor, purchaseId) }
}

/** One of the request's query parameters; undefined where it is absent or there are several. */
export function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

export function langOf(request: FastifyRequest): Lang {
  const asked = parseLang(queryOf(request, 'lang'))
  return asked ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
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
