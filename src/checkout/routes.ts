import type { Api } from '../http/api.ts'
import { addPreflight, allowAnyOrigin } from '../http/cors.ts'
import { limitKeyless } from '../http/limit-keyless.ts'
import { pathId, requirePathId } from '../http/path-ids.ts'
import { answer, example, failures } from '../http/schemas.ts'
import { Type } from '../http/type.ts'
import { validatorFor } from '../http/validate.ts'
import { nowFor } from '../merchants/caller.ts'
import { callerOf, requireKey } from '../merchants/guards.ts'
import { findStoreByCode } from '../merchants/merchant.ts'
import { refusals as callerRefusals } from '../merchants/refusals.ts'
import { QrCodeAnswer, SessionAnswer } from './answers.ts'
import { exampleCheckout } from './examples.ts'
import { sendLink } from './messages/send-link.ts'
import { drawQrCode } from './qr-code/draw-qr-code.ts'
import { refusals } from './refusals.ts'
import { StrictCheckout } from './schemas.ts'
import { cancelSession } from './sessions/cancel-session.ts'
import { createSession } from './sessions/create-session.ts'
import { getSession } from './sessions/get-session.ts'
import { readCheckout } from './sessions/read-checkout.ts'
import { sessionWire } from './wire.ts'

const tags = ['Checkout']
const withPublicKeys = [{ key: [] }, { publicKey: [] }]
const undecoded = { decode: 'could not decode request' }
const unauthorized = 'invalid secret key; api key not found; merchant is null'
const forbidden = 'merchant region does not match cluster region; token is not enabled for this integration'
const noSession = { 404: 'no such session', 409: 'could not acquire lock: payment is locked' }
const keyTexts = { 401: 'invalid secret key; api key not found', 403: 'merchant region does not match cluster region' }
const createTexts = `${undecoded.decode}; could not create payment: should be positive; could not create payment: only 'AED' is supported, but got 'SAR'; or the list of wrong fields`
const sendTexts = `${undecoded.decode}; could not send link: session is already finalized; could not send link: the buyer has no phone; could not send link: no messages are sent to the buyer's phone`
const params = Type.Object({ id: Type.String({ format: 'uuid' }) })

// What must be known before the store is, whose rules judge the rest.
const readFrame = validatorFor({ type: 'object', properties: { merchant_code: { type: 'string' } } }, 'body')

/** The checkout operations (specification, Endpoints, Checkout; decisions section 4). */
export function addCheckoutRoutes(api: Api): void {
  const { app, server } = api
  const anyKey = requireKey(api, { publicToo: true })
  const secretKey = requireKey(api)
  const sessionId = requirePathId(undecoded.decode)
  addPreflight(server, '/api/v2/checkout', 'POST')
  addPreflight(server, '/api/v2/checkout/:id', 'GET')

  server.post(
    '/api/v2/checkout',
    {
      onRequest: [allowAnyOrigin, anyKey],
      config: { texts: undecoded },
      // The store of the body decides which rules judge it; the reference shows the strict ones.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'createSession',
        summary: 'Create a checkout session',
        description:
          "Opens a session for an order. A customer whom pre-scoring refuses gets status `rejected` with HTTP 200. Every call makes a new session and payment. A store that is set to `lenient` requires less than is shown: amount, currency, merchant code, and the buyer's e-mail or phone.",
        tags,
        security: withPublicKeys,
        body: example(StrictCheckout, exampleCheckout),
        response: { 200: SessionAnswer, ...failures({ 400: createTexts, 401: unauthorized, 403: forbidden }) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const body: unknown = request.body
      readFrame(body)
      const { token, merchant_code } = body as { token?: unknown; merchant_code?: string }
      const carriesToken = caller.kind === 'secret' && token !== undefined && token !== null && token !== ''
      if (carriesToken && !caller.takesTokens) throw refusals.tokensNotEnabled()
      const store = merchant_code === undefined ? caller.stores[0] : findStoreByCode(caller.stores, merchant_code)
      if (store === undefined) throw callerRefusals.unknownMerchantCode()
      const checkout = readCheckout(body, store)
      const honoured = caller.kind === 'secret' ? checkout : { ...checkout, token: null }
      const session = await createSession(app, caller, store, honoured)
      return sessionWire(session, nowFor(app, caller), api.baseUrl())
    },
  )

  server.get(
    '/api/v2/checkout/:id',
    {
      onRequest: [allowAnyOrigin, anyKey, sessionId],
      schema: {
        operationId: 'getSession',
        summary: 'Read a checkout session',
        description: 'The session and its payment as they are at this moment.',
        tags,
        security: withPublicKeys,
        params,
        response: { 200: SessionAnswer, ...failures({ 400: undecoded.decode, ...keyTexts, ...noSession }) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const session = await getSession(app, caller, pathId(request))
      return sessionWire(session, nowFor(app, caller), api.baseUrl())
    },
  )

  server.post(
    '/api/v2/checkout/:id/cancel',
    {
      onRequest: [secretKey, sessionId],
      config: { bodyless: true },
      schema: {
        operationId: 'cancelSession',
        summary: 'Cancel a checkout session',
        description: 'The session and its payment become expired.',
        tags,
        params,
        response: {
          200: SessionAnswer,
          ...failures({
            400: `${undecoded.decode}; could not cancel: session is already finalized`,
            ...keyTexts,
            ...noSession,
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const session = await cancelSession(app, caller, pathId(request))
      return sessionWire(session, nowFor(app, caller), api.baseUrl())
    },
  )

  server.post(
    '/api/v2/checkout/:id/send_hpp_link',
    {
      onRequest: [secretKey, sessionId],
      config: { bodyless: true },
      schema: {
        operationId: 'sendLink',
        summary: "Send the payment page's address to the buyer's phone",
        description: 'For orders taken by telephone or in a shop. The sandbox writes the address to its log instead.',
        tags,
        params,
        response: {
          200: answer(
            Type.Object({ status: Type.Literal('ok') }, { description: 'Sent', examples: [{ status: 'ok' }] }),
          ),
          ...failures({ 400: sendTexts, ...keyTexts, ...noSession }),
        },
      },
    },
    async (request) => {
      await sendLink(app, callerOf(request), pathId(request), api.baseUrl())
      return { status: 'ok' }
    },
  )

  server.get(
    '/api/v2/checkout/:id/hpp_link_qr',
    {
      onRequest: [async (request) => limitKeyless(app, 'picture', request), sessionId],
      schema: {
        operationId: 'drawQrCode',
        summary: "A QR code of the payment page's address",
        description: 'Needs no key: point-of-sale screens put it in an image tag.',
        tags,
        security: [],
        params,
        response: {
          200: QrCodeAnswer,
          ...failures({ 400: undecoded.decode, ...noSession, 429: 'rate limit exceeded' }),
        },
      },
    },
    async (request, reply) => {
      const png = await drawQrCode(app, api.region, pathId(request), api.baseUrl())
      return reply.type('image/png').header('cache-control', 'no-store').send(png)
    },
  )
}
