import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Place } from './sign-in.ts'

const secretPattern = /^[A-Za-z0-9_-]{43}$/

// Regions may share a host, and a browser may be signed in to both modes: each has a cookie of its own.
function nameOf({ region, isTest }: Place): string {
  return `qist_account_${region}_${isTest ? 'test' : 'live'}`
}

/** The token of the session that the request says it belongs to; undefined where it brings none. */
export function findToken(request: FastifyRequest, place: Place): string | undefined {
  const secret = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === nameOf(place))?.[1]
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined
}

/** What is kept of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Gives the browser a session's token, or takes it away. It goes with no request that another site causes, but for following a link. */
export function sendToken(reply: FastifyReply, place: Place, token: string | undefined, isSecure: boolean): void {
  const attributes = ['Path=/account', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
  if (token === undefined) attributes.push('Max-Age=0')
  reply.header('set-cookie', `${nameOf(place)}=${token ?? ''}; ${attributes.join('; ')}`)
}
