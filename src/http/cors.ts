import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from './open-server.ts'

const allowedHeaders = 'Authorization, Content-Type, X-SDK-Version'

/**
 * Lets browsers of any origin read the answer: for what public keys may do, and without credentials
 * (docs/contract/conventions.md#browsers).
 */
export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}

/** Answers a browser's question whether it may call a path with this method. */
export function addPreflight(server: Server, path: string, method: 'GET' | 'POST'): void {
  server.options(path, { schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-allow-methods', method)
    reply.header('access-control-allow-headers', allowedHeaders)
    reply.header('access-control-max-age', '86400')
    return reply.code(204).send()
  })
}
