import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers what is long piece by piece, as fast as the client takes it: others get their turn between two pieces. */
export function sendPieces(reply: FastifyReply, contentType: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type(`${contentType}; charset=utf-8`).send(Readable.from(pieces, { objectMode: false }))
}
