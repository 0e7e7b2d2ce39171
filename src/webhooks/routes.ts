import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import type { OperationTexts } from '../http/errors.ts'
import { pathId, requirePathId } from '../http/path-ids.ts'
import { example, failures } from '../http/schemas.ts'
import { callerOf, requireKey, requireLiveKey, storeOf } from '../merchants/guards.ts'
import { getWebhook, listWebhooks } from './list-webhooks.ts'
import { readWebhook } from './read-webhook.ts'
import { registerWebhook } from './register-webhook.ts'
import { removeWebhook } from './remove-webhook.ts'
import { replaceWebhook } from './replace-webhook.ts'
import * as schemas from './schemas.ts'
import type { Webhook, WebhookFamily, WebhookSet } from './webhook.ts'
import { disputeWebhookWire, paymentWebhookWire } from './wire.ts'

/** In what the two families differ. */
interface Family {
  readonly family: WebhookFamily
  readonly path: string
  readonly noun: string
  readonly name: string
  readonly tag: string
  /** What is told of an address, for the reference. */
  readonly addressRule: string
  readonly kept: string
  readonly merchantCode: 'required' | 'optional'
  readonly texts: OperationTexts
  readonly failureTexts: Readonly<Record<number, string>>
  readonly unknown: string
  readonly wire: (webhook: Webhook) => object
}

const payment: Family = {
  family: 'payment',
  path: '/api/v1/webhooks',
  noun: 'payment webhook',
  name: 'Webhook',
  tag: 'Payment webhooks',
  addressRule: 'An https address that the public can reach; it is answered byte for byte as it was sent.',
  kept: 'A header that is given replaces the old one, null removes it, and an absent one is kept.',
  merchantCode: 'optional',
  texts: { decode: 'json decode: EOF' },
  failureTexts: {
    400: 'json decode: EOF; invalid webhook url; webhook already exists; max number of webhooks reached',
    401: 'invalid secret key; api key not found; merchant is null',
    403: 'merchant region does not match cluster region',
  },
  unknown: 'no such webhook',
  wire: paymentWebhookWire,
}

const dispute: Family = {
  family: 'dispute',
  path: '/api/v1/dispute-webhooks',
  noun: 'dispute webhook',
  name: 'DisputeWebhook',
  tag: 'Dispute webhooks',
  addressRule:
    'An address that the public can reach; it is answered in its normalised form, the header with its value masked.',
  kept: 'A header that is absent is removed.',
  merchantCode: 'required',
  texts: { decode: 'bad_request', invalid: 'bad_request', internal: 'internal' },
  failureTexts: {
    400: 'bad_request',
    401: 'invalid secret key; merchant is null',
    403: 'merchant region does not match cluster region; disputes have no test mode',
    500: 'internal',
  },
  unknown: 'webhook not found',
  wire: disputeWebhookWire,
}

/** Both families of webhook operations (specification, Endpoints; decisions sections 7 and 11). */
export function addWebhookRoutes(api: Api): void {
  addFamily(api, payment, [requireKey(api)])
  addFamily(api, dispute, [requireKey(api, { hideUnknown: true }), requireLiveKey])
}

type Guard = (request: FastifyRequest) => Promise<void>

function addFamily({ app, server }: Api, family: Family, callerGuards: readonly Guard[]): void {
  const { path, noun, name, addressRule, texts, failureTexts, wire } = family
  const setOf = (request: FastifyRequest): WebhookSet => {
    const { merchantId, isTest } = callerOf(request)
    return { merchantId, storeId: storeOf(request, family.merchantCode).id, isTest, family: family.family }
  }
  // The merchant code is judged before the path and the body (decisions section 1).
  const ofStore: Guard[] = [...callerGuards, async (request) => void storeOf(request, family.merchantCode)]
  const ofOne: Guard[] = [...ofStore, requirePathId(texts.decode)]
  const shared = { tags: [family.tag], headers: schemas.merchantCodeHeader(family.merchantCode === 'required') }
  const one = { ...shared, params: schemas.WebhookParams }
  const body = example(schemas.WebhookInput, schemas.exampleInput)
  const found = failures({ ...failureTexts, 404: family.unknown })
  const answers = schemas.WebhookAnswer[family.family]

  const post = {
    operationId: `create${name}`,
    summary: `Register a ${noun}`,
    description: `${addressRule} At most 4 for a store${family.family === 'payment' ? ' and mode' : ''}.`,
    ...shared,
    body,
  }
  server.post(
    path,
    {
      onRequest: ofStore,
      config: { texts },
      schema: { ...post, response: { 200: answers, ...failures(failureTexts) } },
    },
    async (request) => {
      const asked = await readWebhook(app, family.family, request.body)
      return wire(await registerWebhook(app, setOf(request), asked))
    },
  )

  const list = {
    operationId: `list${name}s`,
    summary: `List ${noun}s`,
    description: 'All of the store, as a plain array; empty when there are none.',
    ...shared,
  }
  const listed = { 200: schemas.WebhookListAnswer[family.family], ...failures(failureTexts) }
  server.get(
    path,
    { onRequest: ofStore, config: { texts, bodyless: true }, schema: { ...list, response: listed } },
    async (request) => (await listWebhooks(app, app.db, setOf(request))).map(wire),
  )

  const get = { operationId: `get${name}`, summary: `Read a ${noun}`, description: `One ${noun} of the store.`, ...one }
  server.get(
    `${path}/:id`,
    { onRequest: ofOne, config: { texts, bodyless: true }, schema: { ...get, response: { 200: answers, ...found } } },
    async (request) => wire(await getWebhook(app, app.db, setOf(request), pathId(request))),
  )

  const put = {
    operationId: `update${name}`,
    summary: `Replace a ${noun}`,
    description: `${addressRule} ${family.kept}`,
    ...one,
    body,
  }
  server.put(
    `${path}/:id`,
    { onRequest: ofOne, config: { texts }, schema: { ...put, response: { 200: answers, ...found } } },
    async (request) => {
      const asked = await readWebhook(app, family.family, request.body)
      return wire(await replaceWebhook(app, setOf(request), pathId(request), asked))
    },
  )

  const remove = {
    operationId: `delete${name}`,
    summary: `Remove a ${noun}`,
    description: 'Nothing is delivered to it any more.',
    ...one,
  }
  const removed = { 200: schemas.RemovedAnswer, ...found }
  server.delete(
    `${path}/:id`,
    { onRequest: ofOne, config: { texts, bodyless: true }, schema: { ...remove, response: removed } },
    async (request) => {
      await removeWebhook(app, setOf(request), pathId(request))
      return { status: 'ok' }
    },
  )
}
