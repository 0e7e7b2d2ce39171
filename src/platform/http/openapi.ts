import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { ApiDocument, Operation } from './api-document.ts'
import { type DeclaredOperation, describeApi } from './describe-api.ts'
import { failuresOf, permissionOf } from './route-failures.ts'
import { makeStrict } from './strict-api.ts'

const description = `Buy now, pay later: a customer pays in parts, the merchant is paid for what it delivers.

The first part is paid at once, and \`installments_count\` counts the parts that follow: four parts are a first one and three instalments.

All bodies are JSON unless an operation says otherwise. Amounts are texts holding decimal numbers with the currency's decimals; a
number is accepted too. Times are ISO 8601, answered in UTC: whole seconds, and those of disputes with milliseconds. Unknown members
are ignored, optional members may be null or absent.

A merchant uses the address of its own region, and its secret key as \`Authorization: Bearer <key>\`. Keys that begin with
\`sk_test_\` move no real money. Captures and refunds carry a \`reference_id\`: after a 409, a 500 or a broken connection send the same
request with the same \`reference_id\` again, and money moves once.

A failure answers \`status\`, \`errorType\` and \`error\`, an English text for people; for wrong fields \`errors\`, all of them at once,
instead of \`error\`. An unknown path or method answers 404 with the plain text \`404 page not found\`.`

const tags = [
  {
    name: 'Checkout',
    description: "Sessions: from a merchant's order to the customer's decision on the payment page.",
  },
  { name: 'Payments', description: 'What follows an authorized payment: capture what is delivered, close, refund.' },
  { name: 'Payment webhooks', description: 'Addresses that are notified of every change of a payment.' },
  { name: 'Disputes', description: "Customers' complaints and what the merchant answers. Live keys only." },
  {
    name: 'Settlements',
    description: 'What a merchant is owed for each day: captures less refunds and fees, and the payouts that pay it.',
  },
  {
    name: 'Dispute webhooks',
    description: 'Addresses that are notified of every change of a dispute. Live keys only.',
  },
  {
    name: 'Sandbox',
    description: 'What a rehearsal needs: own merchants, the customer, support, the clock. Not there in production.',
  },
]

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key: `sk_test_<uuid>` or `sk_<uuid>`. An operation names in `x-permission` the permission that the key must have; where it names none, any secret key will do',
  },
  publicKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A public key, `pk_test_<uuid>` or `pk_<uuid>`: for browsers and apps, creates and reads sessions only',
  },
} as const

/**
 * Collects the schemas of all routes that are added after the call. The returned function describes them, once the
 * server is ready.
 */
async function collectApi(
  server: FastifyInstance,
  sent: readonly Operation[],
  hasAliases: boolean,
): Promise<() => ApiDocument> {
  const routes = new Map<string | undefined, RouteOptions>()
  server.addHook('onRoute', (route) => void routes.set(route.schema?.operationId, route))
  const declaredOf = (operationId: string): DeclaredOperation => {
    const route = routes.get(operationId)
    return route === undefined ? { failures: {} } : { failures: failuresOf(route), permission: permissionOf(route) }
  }
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Qist',
        version: '1',
        summary: 'Buy now, pay later as a service: checkout, payments, notifications, disputes',
        description,
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      tags,
      components: { securitySchemes },
      security: [{ key: [] }],
    },
  })
  let described: ApiDocument | undefined
  return () => {
    described ??= describeApi(server.swagger() as unknown as ApiDocument, declaredOf, sent, hasAliases)
    return described
  }
}

/**
 * Adds `GET /openapi.json`: all routes and notifications as OpenAPI 3.1, and `GET /openapi.strict.json` for typed
 * clients. `hasAliases`: also the addresses of older clients, as deprecated. Call it before the routes are added. The
 * document is made with the first request.
 */
export async function addOpenApi(
  server: FastifyInstance,
  baseUrl: () => string,
  sent: readonly Operation[],
  hasAliases: boolean,
): Promise<() => ApiDocument> {
  const describe = await collectApi(server, sent, hasAliases)
  const read = (): ApiDocument => {
    const { openapi, info, ...rest } = describe()
    const contact = { name: 'Qist: guides and reference', url: `${baseUrl()}/docs` }
    return { openapi, info: { ...info, contact }, servers: [{ url: baseUrl() }], ...rest }
  }
  server.get('/openapi.json', { schema: { hide: true } }, async () => read())
  server.get('/openapi.strict.json', { schema: { hide: true } }, async () => makeStrict(read()))
  return read
}
