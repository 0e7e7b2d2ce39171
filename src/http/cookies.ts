import type { FastifyReply, FastifyRequest } from 'fastify'
import { second } from '../base/times.ts'
import type { Api } from './api.ts'

/** A cookie of ours, and below which address it is sent. */
export interface Cookie {
  readonly name: string
  readonly path: string
  /** Whether it goes over TLS only. */
  readonly isSecure: boolean
}

/** Whether cookies go over TLS only. */
export function isSecure(api: Pick<Api, 'baseUrl'>): boolean {
  return api.baseUrl().startsWith('https:')
}

/** What a cookie says; undefined where the request brings none of that name. */
export function findCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([found]) => found === name)?.[1]
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** The 32 random bytes that a cookie of ours holds; undefined where it is none. */
export function findSecret(request: FastifyRequest, name: string): string | undefined {
  const secret = findCookie(request, name)
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined
}

/**
 * Gives the browser a cookie until it is closed, or for so long; undefined takes it away. No script can read it, and it goes with no request that
 * another site causes, but for following a link.
 */
export function sendCookie(
  reply: FastifyReply,
  { name, path, isSecure }: Cookie,
  value: string | undefined,
  lifetimeMs?: number,
): void {
  const attributes = [`Path=${path}`, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
  if (value === undefined) attributes.push('Max-Age=0')
  else if (lifetimeMs !== undefined) attributes.push(`Max-Age=${lifetimeMs / second}`)
  reply.header('set-cookie', `${name}=${value ?? ''}; ${attributes.join('; ')}`)
}
