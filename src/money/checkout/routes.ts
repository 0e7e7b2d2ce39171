import type { FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { addPreflight, allowAnyOrigin } from '../../platform/http/cors.ts'
import { type Guard, pathId, requirePathId } from '../../platform/http/guard.ts'
import { guardKeyless, visitorOf } from '../../platform/http/limit-keyless.ts'
import { example, ok, okAnswer, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { validatorFor } from '../../platform/http/validate.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { findStoreByCode } from '../../platform/merchants/merchant.ts'
import { refusals as callerRefusals } from '../../platform/merchants/refusals.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import { decimals } from '../payments/order.ts'
import { refusals as paymentRefusals } from '../payments/refusals.ts'
import { QrCodeAnswer, SessionAnswer } from './answers.ts'
import { exampleCancelled, exampleCheckout } from './examples.ts'
import { sendLink } from './messages/send-link.ts'
import { drawQrCode } from './qr-code.ts'
import { addQuoteRoute } from './quotes/routes.ts'
import { refusals } from './refusals.ts'
import { StrictCheckout } from './schemas.ts'
import { createSession } from './sessions/create-session.ts'
import { readCheckout } from './sessions/read-checkout.ts'
import type { Session } from './sessions/session.ts'
import { cancelSession, getSession } from './sessions/sessions.ts'
import { countStoredBytes, limitPublicBody } from './stored-bytes.ts'
import { sessionWire } from './wire.ts'

const tags = ['Checkout']
const withPublicKeys = [{ key: [] }, { publicKey: [] }]
const texts = { decode: 'could not decode request' }
const held = [refusals.noSuchSession, paymentRefusals.locked]
const params = Type.Object({ id: Uuid })

// Read first: the merchant code names the store, whose rules check the rest.
const readFrame = validatorFor({ type: 'object', properties: { merchant_code: { type: 'string' } } }, 'body')

/** The checkout operations (docs/contract/checkout.md). */
export function addCheckoutRoutes(api: Api): void {
  const sessionId = requirePathId(texts.decode)
  const oneSession = [requireKey(api, 'checkout'), sessionId]
  addPreflight(api.server, '/api/v2/checkout', 'POST')
  addPreflight(api.server, '/api/v2/checkout/:id', 'GET')
  addCreateSession(api, requireKey(api, 'checkout', { publicToo: true }))
  addGetSession(api, [requireKey(api, 'read', { publicToo: true }), sessionId])
  addCancelSession(api, oneSession)
  addSendLink(api, oneSession)
  addDrawQrCode(api, [guardKeyless(api.app, 'picture'), sessionId])
  addQuoteRoute(api)
}

function addCreateSession(api: Api, anyKey: Guard): void {
  const { app, server } = api
  const { notPositive, wrongCurrency, tokensNotEnabled } = refusals
  const refuses = [notPositive, wrongCurrency, callerRefusals.unknownMerchantCode, tokensNotEnabled]
  const schema = {
    operationId: 'createSession',
    summary: 'Create a checkout session',
    description:
      "Opens a session for an order. A customer whom pre-scoring refuses gets status `rejected` with HTTP 200. Every call makes a new session and payment. A store that is set to `lenient` requires less than is shown: amount, currency, merchant code, and the buyer's e-mail or phone.",
    tags,
    security: withPublicKeys,
    body: example(StrictCheckout, exampleCheckout),
    response: { 200: SessionAnswer },
  }
  // The body's store decides which rules check it; the reference shows the strict ones.
  const validatorCompiler = () => () => true
  const options = {
    onRequest: [allowAnyOrigin, anyKey, limitPublicBody],
    config: { texts, refuses, decimals },
    validatorCompiler,
    schema,
  }
  server.post('/api/v2/checkout', options, async (request) => {
    const caller = callerOf(request)
    const body: unknown = request.body
    readFrame(body)
    const { token, merchant_code } = body as { token?: unknown; merchant_code?: string }
    const carriesToken = caller.kind === 'secret' && token !== undefined && token !== null && token !== ''
    if (carriesToken && !caller.takesTokens) throw tokensNotEnabled()
    const store = merchant_code === undefined ? caller.stores[0] : findStoreByCode(caller.stores, merchant_code)
    if (store === undefined) throw callerRefusals.unknownMerchantCode()
    const checkout = readCheckout(body, store)
    const honoured = caller.kind === 'secret' ? checkout : { ...checkout, token: null }
    await countStoredBytes(app, caller, visitorOf(request), honoured)
    return show(api, request, await createSession(app, caller, store, honoured))
  })
}

function addGetSession(api: Api, guards: Guard[]): void {
  const schema = {
    operationId: 'getSession',
    summary: 'Read a checkout session',
    description: 'The session and its payment as they are at this moment.',
    tags,
    security: withPublicKeys,
    params,
    response: { 200: SessionAnswer },
  }
  const options = { onRequest: [allowAnyOrigin, ...guards], config: { refuses: held }, schema }
  api.server.get('/api/v2/checkout/:id', options, async (request) =>
    show(api, request, await getSession(api.app, callerOf(request), pathId(request))),
  )
}

function addCancelSession(api: Api, onRequest: Guard[]): void {
  const config = { bodyless: true, refuses: [refusals.finalized, ...held] }
  const schema = {
    operationId: 'cancelSession',
    summary: 'Cancel a checkout session',
    description: 'The session and its payment become expired.',
    tags,
    params,
    response: { 200: example(SessionAnswer, exampleCancelled) },
  }
  api.server.post('/api/v2/checkout/:id/cancel', { onRequest, config, schema }, async (request) =>
    show(api, request, await cancelSession(api.app, callerOf(request), pathId(request))),
  )
}

function addSendLink({ app, server, baseUrl }: Api, onRequest: Guard[]): void {
  const { linkFinalized, noPhone, phoneNotReachable } = refusals
  const schema = {
    operationId: 'sendLink',
    summary: "Send the payment page's address to the buyer's phone",
    description: 'For orders taken by telephone or in a shop. The sandbox writes the address to its log instead.',
    tags,
    params,
    response: { 200: okAnswer('Sent') },
  }
  const config = { bodyless: true, refuses: [linkFinalized, noPhone, phoneNotReachable, ...held] }
  server.post('/api/v2/checkout/:id/send_hpp_link', { onRequest, config, schema }, async (request) => {
    await sendLink(app, callerOf(request), pathId(request), baseUrl())
    return ok
  })
}

function addDrawQrCode({ app, server, region, baseUrl }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'drawQrCode',
    summary: "A QR code of the payment page's address",
    description: 'Needs no key: point-of-sale screens put it in an image tag.',
    tags,
    security: [],
    params,
    response: { 200: QrCodeAnswer },
  }
  const options = { onRequest, config: { refuses: held }, schema }
  server.get('/api/v2/checkout/:id/hpp_link_qr', options, async (request, reply) => {
    const png = await drawQrCode(app, region, pathId(request), baseUrl(), queryOf(request, 'plan') ?? '')
    return reply.type('image/png').header('cache-control', 'no-store').send(png)
  })
}

function show({ app, baseUrl }: Api, request: FastifyRequest, session: Session): SessionAnswer {
  return sessionWire(session, nowFor(app, callerOf(request)), baseUrl())
}
