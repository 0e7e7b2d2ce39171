import { Readable } from 'node:stream'
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

/** Answers with a text that is JSON already. */
export function sendJson(reply: FastifyReply, json: Buffer | string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Answers with a long text piece by piece, as fast as the client reads. Other requests run between two pieces. */
export function sendPieces(reply: FastifyReply, contentType: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type(`${contentType}; charset=utf-8`).send(Readable.from(pieces, { objectMode: false }))
}
