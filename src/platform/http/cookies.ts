import type { FastifyReply, FastifyRequest } from 'fastify'
import { badData } from '../base/refusals.ts'
import { second } from '../base/times.ts'
import type { Api } from './api.ts'

/** Where a cookie of ours is sent. */
export interface CookieScope {
  /** The path below which it is sent, if the service is not reached over TLS. */
  readonly path: string
  /** Whether it goes over TLS only. */
  readonly isSecure: boolean
}

/** A cookie of ours, and below which address it is sent. */
export interface Cookie extends CookieScope {
  readonly name: string
}

/** 400: another host may have set one of the two, and nothing tells which. */
export const duplicateCookie = badData('a cookie of this service is in the request twice')

/**
 * Returns a cookie of this host alone. Over TLS its name begins with `__Host-`, which demands the path `/`: a browser then takes it neither
 * from another host of the same domain nor over plain HTTP. Without TLS it keeps its name and path.
 */
export function hostCookie(name: string, { path, isSecure }: CookieScope): Cookie {
  return isSecure ? { name: `__Host-${name}`, path: '/', isSecure } : { name, path, isSecure }
}

/** Whether cookies go over TLS only. */
export function isSecure(api: Pick<Api, 'baseUrl'>): boolean {
  return api.baseUrl().startsWith('https:')
}

/** Returns the value of a cookie; undefined where the request brings none of that name. Refuses with 400 a request that brings two. */
export function findCookie(request: FastifyRequest, { name }: Pick<Cookie, 'name'>): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const [found, ...others] = pairs.filter(([of]) => of === name)
  if (others.length > 0) throw duplicateCookie()
  return found?.[1]
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** Returns the 32 random bytes that a cookie of ours holds; undefined where it holds none. Refuses as `findCookie` does. */
export function findSecret(request: FastifyRequest, cookie: Pick<Cookie, 'name'>): string | undefined {
  const secret = findCookie(request, cookie)
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
