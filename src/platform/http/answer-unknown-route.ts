import type { FastifyReply, FastifyRequest } from 'fastify'
import { everyAnswer, unknownRouteText } from './broken-requests.ts'

/** Answers 404 in plain text: the path is unknown, or it has no such method (docs/contract/conventions.md#failures). */
export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({ 'x-request-id': request.id, ...everyAnswer })
    .type('text/plain; charset=utf-8')
    .send(unknownRouteText)
}
