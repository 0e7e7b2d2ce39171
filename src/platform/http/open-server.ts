import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyTypeProvider,
  LogController,
} from 'fastify'
import type { Log } from '../adapters/log.ts'
import { minute, second } from '../base/times.ts'
import { answerUnknownRoute } from './answers.ts'
import { apiAddress, type ClientAddresses } from './api-address.ts'
import { readBodiesAsJson } from './bodies.ts'
import { answerBrokenRequest, answerOddRequests, everyAnswer } from './broken-requests.ts'
import { endStalledAnswers } from './connections.ts'
import { answerError, malformed } from './errors.ts'
import type { BodyOf } from './schemas.ts'
import type { Static, TSchema } from './type.ts'
import { validatorCompiler } from './validate.ts'

/** The types of a route's request and answer, from its schemas. */
interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  readonly serializer: this['schema'] extends TSchema ? BodyOf<this['schema']> : unknown
}

export type Server = ReturnType<typeof openServer>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A last slash in the route's addresses is ignored, and does not mean an empty id. */
    takesLastSlash?: boolean
  }
}

/** How long a client may hold an unused connection, in milliseconds. */
export interface ConnectionLimits {
  /** After a refusal, without closing its side. */
  readonly lingerMs: number
  /** During an answer, without reading any of it. */
  readonly stallMs: number
}

const usualLimits: ConnectionLimits = { lingerMs: 2 * second, stallMs: 2 * minute }

/** Settings of a server. Without one it is that of a server that no proxy and no old client uses. */
interface ServerOptions extends ClientAddresses {
  readonly trustedProxies?: readonly string[]
  readonly limits?: ConnectionLimits
}

/** Opens an HTTP server without routes, with the common handling of ids, errors, bodies, validation and logs. */
export function openServer(
  log: Log,
  { trustedProxies = [], clientAliases = false, limits = usualLimits }: ServerOptions = {},
) {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    // Any client can send X-Forwarded-For. Only the service's own proxies are trusted.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // Also for routes of several methods: HEAD answers as GET, without the body.
    exposeHeadRoutes: true,
    rewriteUrl: ({ url = '/' }) => apiAddress(url, { clientAliases }),
    // While the service stops, requests on open connections are answered as usual.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    keepAliveTimeout: 75_000,
    clientErrorHandler: (error, socket) => void answerBrokenRequest(error, socket, limits.lingerMs),
    frameworkErrors: (_error, request, reply) =>
      void answerUnknownRoute(request as FastifyRequest, reply as FastifyReply),
    routerOptions: { maxParamLength: 16_384, caseSensitive: true },
  }).withTypeProvider<SchemaTypes>()
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(() => JSON.stringify)
  server.setErrorHandler(answerError)
  server.setNotFoundHandler(answerUnknownRoute)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...everyAnswer })
    // Before its body is read, which may be large or no JSON.
    // The router takes an empty text for an id: `/payments/` must be an unknown path.
    if (request.is404 || (hasEmptyId(request) && !leadsOn(request))) return answerUnknownRoute(request, reply)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw malformed()
  })
  answerOddRequests(server.server, limits.lingerMs)
  endStalledAnswers(server.server, limits.stallMs)
  readBodiesAsJson(server)
  return server
}

function leadsOn({ url, routeOptions }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  return routeOptions.config.takesLastSlash === true && path.endsWith('/')
}

function hasEmptyId({ params }: FastifyRequest): boolean {
  return Object.values((params ?? {}) as Record<string, string>).includes('')
}
