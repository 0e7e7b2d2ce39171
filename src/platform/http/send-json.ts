import type { FastifyReply } from 'fastify'

/** Answers what has been written as JSON already. */
export function sendJson(reply: FastifyReply, json: Buffer | string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
