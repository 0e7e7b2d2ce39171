import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import type { OperationTexts } from '../http/errors.ts'
import { type Guard, pathId, requirePathId } from '../http/guard.ts'
import { example, merchantCodeHeader, ok } from '../http/schemas.ts'
import { callerOf, namesStore, requireKey, requireStore, storeOf } from '../merchants/guards.ts'
import { readWebhook } from './endpoints/read-webhook.ts'
import { registerWebhook } from './endpoints/register-webhook.ts'
import { replaceWebhook } from './endpoints/replace-webhook.ts'
import { getWebhook, listWebhooks, removeWebhook } from './endpoints/webhooks.ts'
import { refusalsOf } from './refusals.ts'
import * as schemas from './schemas.ts'
import type { Webhook, WebhookFamily, WebhookSet } from './webhook.ts'
import { disputeWebhookWire, paymentWebhookWire } from './wire.ts'

/** The differences of the two families. */
interface Family {
  readonly family: WebhookFamily
  readonly path: string
  readonly noun: string
  readonly name: string
  readonly tag: string
  /** The rule of addresses, for the reference. */
  readonly addressRule: string
  readonly most: string
  readonly kept: string
  readonly merchantCode: 'required' | 'optional'
  readonly texts: OperationTexts
  readonly wire: (webhook: Webhook) => schemas.PaymentWebhookAnswer | schemas.DisputeWebhookAnswer
}

const payment: Family = {
  family: 'payment',
  path: '/api/v1/webhooks',
  noun: 'payment webhook',
  name: 'Webhook',
  tag: 'Payment webhooks',
  addressRule:
    'An https address that the public can reach, or in a sandbox `http://localhost`, `http://127.0.0.1` or `http://host.docker.internal`; it is answered byte for byte as it was sent.',
  most: 'At most 4 for a store and mode, and 4 for all stores.',
  kept: 'A header that is given replaces the old one, null removes it, and an absent one is kept.',
  merchantCode: 'optional',
  texts: { decode: 'json decode: EOF' },
  wire: paymentWebhookWire,
}

const dispute: Family = {
  family: 'dispute',
  path: '/api/v1/dispute-webhooks',
  noun: 'dispute webhook',
  name: 'DisputeWebhook',
  tag: 'Dispute webhooks',
  addressRule:
    'An address that the public can reach, or in a sandbox one of the own machine as for payments; it is answered in its normalised form, the header with its value masked.',
  most: 'At most 4 for a store.',
  kept: 'A header that is absent is removed.',
  merchantCode: 'required',
  texts: { decode: 'bad_request', invalid: 'bad_request', internal: 'internal' },
  wire: disputeWebhookWire,
}

/** Adds the webhook operations of both families (docs/contract/notifications.md#webhooks). */
export function addWebhookRoutes(api: Api): void {
  addFamily(api, payment, requireKey(api, 'webhooks'))
  addFamily(api, dispute, requireKey(api, 'webhooks', { liveOnly: true }))
}

function addFamily(api: Api, family: Family, key: Guard): void {
  // The merchant code is judged before the path and the body (docs/contract/conventions.md#order-of-checks).
  const ofStore = [key, requireStore(family.merchantCode)]
  const ofOne = [...ofStore, requirePathId(family.texts.decode)]
  addCreateWebhook(api, family, ofStore)
  addListWebhooks(api, family, ofStore)
  addGetWebhook(api, family, ofOne)
  addUpdateWebhook(api, family, ofOne)
  addDeleteWebhook(api, family, ofOne)
}

/** Returns the set of a call without an id. Without a merchant code: that for all stores, if there are several. */
function setOf(request: FastifyRequest, of: Family): WebhookSet {
  const { stores } = callerOf(request)
  const set = setOfStore(request, of)
  return stores.length > 1 && !namesStore(request) ? { ...set, storeId: null } : set
}

/** Returns the set of a call with an id. Its store also finds the webhooks for all stores. */
function setOfStore(request: FastifyRequest, { family, merchantCode }: Family): WebhookSet {
  const { merchantId, isTest } = callerOf(request)
  return { merchantId, storeId: storeOf(request, merchantCode).id, isTest, family }
}

const headersOf = {
  required: merchantCodeHeader('The store: one of the merchant codes of the key', true),
  optional: merchantCodeHeader('The store; absent: all stores, those added later, too'),
}

/** Returns the schema members that all operations of a family share. */
function sharedOf({ tag, merchantCode }: Family) {
  return { tags: [tag], headers: headersOf[merchantCode] }
}

const params = schemas.WebhookParams
const body = example(schemas.WebhookInput, schemas.exampleInput)

function addCreateWebhook({ app, server }: Api, of: Family, onRequest: Guard[]): void {
  const { invalidUrl, exists, tooMany } = refusalsOf[of.family]
  const schema = {
    operationId: `create${of.name}`,
    summary: `Register a ${of.noun}`,
    description: `${of.addressRule} ${of.most}`,
    ...sharedOf(of),
    body,
    response: { 200: schemas.answers[of.family].one },
  }
  const config = { texts: of.texts, refuses: [invalidUrl, exists, tooMany] }
  server.post(of.path, { onRequest, config, schema }, async (request) => {
    const webhook = await readWebhook(app, of.family, request.body)
    return of.wire(await registerWebhook(app, setOf(request, of), webhook))
  })
}

function addListWebhooks({ app, server }: Api, of: Family, onRequest: Guard[]): void {
  const schema = {
    operationId: `list${of.name}s`,
    summary: `List ${of.noun}s`,
    description: 'All of the store, or without one those for all stores, as a plain array; empty when there are none.',
    ...sharedOf(of),
    response: { 200: schemas.answers[of.family].list },
  }
  const config = { texts: of.texts, bodyless: true }
  server.get(of.path, { onRequest, config, schema }, async (request) =>
    (await listWebhooks(app, setOf(request, of))).map(of.wire),
  )
}

function addGetWebhook({ app, server }: Api, of: Family, onRequest: Guard[]): void {
  const schema = {
    operationId: `get${of.name}`,
    summary: `Read a ${of.noun}`,
    description: `One ${of.noun} of the store.`,
    ...sharedOf(of),
    params,
    response: { 200: schemas.answers[of.family].one },
  }
  const config = { texts: of.texts, bodyless: true, refuses: [refusalsOf[of.family].unknown] }
  server.get(`${of.path}/:id`, { onRequest, config, schema }, async (request) =>
    of.wire(await getWebhook(app, setOfStore(request, of), pathId(request))),
  )
}

function addUpdateWebhook({ app, server }: Api, of: Family, onRequest: Guard[]): void {
  const { invalidUrl, exists, unknown } = refusalsOf[of.family]
  const schema = {
    operationId: `update${of.name}`,
    summary: `Replace a ${of.noun}`,
    description: `${of.addressRule} ${of.kept}`,
    ...sharedOf(of),
    params,
    body,
    response: { 200: schemas.answers[of.family].one },
  }
  const config = { texts: of.texts, refuses: [invalidUrl, exists, unknown] }
  server.put(`${of.path}/:id`, { onRequest, config, schema }, async (request) => {
    const webhook = await readWebhook(app, of.family, request.body)
    return of.wire(await replaceWebhook(app, setOfStore(request, of), pathId(request), webhook))
  })
}

function addDeleteWebhook({ app, server }: Api, of: Family, onRequest: Guard[]): void {
  const schema = {
    operationId: `delete${of.name}`,
    summary: `Remove a ${of.noun}`,
    description: 'Nothing is delivered to it any more.',
    ...sharedOf(of),
    params,
    response: { 200: schemas.RemovedAnswer },
  }
  const config = { texts: of.texts, bodyless: true, refuses: [refusalsOf[of.family].unknown] }
  server.delete(`${of.path}/:id`, { onRequest, config, schema }, async (request) => {
    await removeWebhook(app, setOfStore(request, of), pathId(request))
    return ok
  })
}
