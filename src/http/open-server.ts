import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Log } from '../effects/log.ts'
import { readBodiesAsJson } from './bodies.ts'
import { answerError, envelope } from './errors.ts'
import { validatorCompiler } from './validate.ts'

export type Server = ReturnType<typeof openServer>

/** An HTTP server with the manners that all routes share: ids, errors, bodies, validation, logs. It has no routes yet. */
export function openServer(log: Log) {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    // What still arrives on open connections while the service stops is answered like everything before.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    keepAliveTimeout: 75_000,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => answerUnknownRoute(request as FastifyRequest, reply as FastifyReply),
    routerOptions: { maxParamLength: 16_384, caseSensitive: true },
  }).withTypeProvider<TypeBoxTypeProvider>()
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(() => JSON.stringify)
  server.setErrorHandler(answerError)
  server.setNotFoundHandler(answerUnknownRoute)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  readBodiesAsJson(server)
  return server
}

function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).header('x-request-id', request.id).type('text/plain; charset=utf-8').send('404 page not found')
}

/** Answers what is no HTTP at all, or too much of it, in the envelope of all errors, and hangs up. */
function answerBrokenRequest(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(envelope('bad_data', 'malformed HTTP request'))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
