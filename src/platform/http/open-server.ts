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
import { readBodiesAsJson } from './bodies.ts'
import { answerBrokenRequest, answerOddRequests, everyAnswer } from './broken-requests.ts'
import { endStalledAnswers } from './connections.ts'
import { answerError, malformed } from './errors.ts'
import type { Shown } from './schemas.ts'
import type { Static, TSchema } from './type.ts'
import { validatorCompiler } from './validate.ts'

/** What a route's schemas make of its request and of what its handler answers. */
interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  readonly serializer: this['schema'] extends TSchema ? Shown<this['schema']> : unknown
}

export type Server = ReturnType<typeof openServer>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's addresses that end in a slash lead to those without, and are none of an empty id. */
    takesLastSlash?: boolean
  }
}

/** How long a client may keep a connection for nothing, in milliseconds. */
export interface ConnectionLimits {
  /** Once it was refused, without ending its side. */
  readonly lingerMs: number
  /** While an answer comes, without taking any of it. */
  readonly stallMs: number
}

const usualLimits: ConnectionLimits = { lingerMs: 2 * second, stallMs: 2 * minute }

/** An HTTP server with the manners that all routes share: ids, errors, bodies, validation, logs. It has no routes yet. */
export function openServer(log: Log, trustedProxies: readonly string[] = [], limits = usualLimits) {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    // Anybody can send X-Forwarded-For: only what stands in front of the service is believed.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    exposeHeadRoutes: false,
    // What still arrives on open connections while the service stops is answered like everything before.
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
    // The router takes an empty text for an id: `/payments/` is no payment but an unknown path.
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
