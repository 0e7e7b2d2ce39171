import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerUnknownRoute } from './answers.ts'
import type { Server } from './open-server.ts'

const allowedHeaders = 'Authorization, Content-Type, X-SDK-Version'

/**
 * Lets browsers of any origin read the answer, without credentials: for operations of public keys
 * (docs/contract/conventions.md#browsers).
 */
export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}

/**
 * Answers a browser's pre-flight for a path and method. Any other OPTIONS request gets 404, as any method that the
 * path does not have.
 */
export function addPreflight(server: Server, path: string, method: 'GET' | 'POST'): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    isPreflight(request) ? undefined : answerUnknownRoute(request, reply)
  server.options(path, { onRequest, config: { bodyless: true }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-allow-methods', method)
    reply.header('access-control-allow-headers', allowedHeaders)
    reply.header('access-control-max-age', '86400')
    return reply.code(204).send()
  })
}

// Browsers send both with every pre-flight (the Fetch standard, "CORS-preflight fetch").
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
