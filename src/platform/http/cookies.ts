import type { FastifyReply, FastifyRequest } from 'fastify'
import { badData } from '../base/refusals.ts'
import { second } from '../base/times.ts'
import type { Api } from './api.ts'

/** The scope of a cookie. */
export interface CookieScope {
  /** The cookie's path without TLS. */
  readonly path: string
  /** Whether the cookie is sent over TLS only. */
  readonly isSecure: boolean
}

/** A cookie and its scope. */
export interface Cookie extends CookieScope {
  readonly name: string
}

/** 400: another host may have set one of the two cookies, and we cannot tell which. */
export const duplicateCookie = badData('a cookie of this service is in the request twice')

/**
 * Returns a cookie of this host alone. Over TLS its name begins with `__Host-`, which demands the path `/`: a
 * browser then takes it neither from another host of the same domain nor over plain HTTP. Without TLS it keeps its
 * name and path.
 */
export function hostCookie(name: string, { path, isSecure }: CookieScope): Cookie {
  return isSecure ? { name: `__Host-${name}`, path: '/', isSecure } : { name, path, isSecure }
}

/** Returns whether cookies are sent over TLS only. */
export function isSecure(api: Pick<Api, 'baseUrl'>): boolean {
  return api.baseUrl().startsWith('https:')
}

/** Returns the values of all cookies of this name. Another host may have set one of several. */
export function listCookies(request: FastifyRequest, { name }: Pick<Cookie, 'name'>): readonly string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.flatMap(([of, value = '']) => (of === name ? [value] : []))
}

/** Returns the value of a cookie; undefined without one. Refuses with 400 a request that has two of this name. */
export function findCookie(request: FastifyRequest, cookie: Pick<Cookie, 'name'>): string | undefined {
  const [found, ...others] = listCookies(request, cookie)
  if (others.length > 0) throw duplicateCookie()
  return found
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** Returns the 32 random bytes of a cookie; undefined without them. Refuses as `findCookie` does. */
export function findSecret(request: FastifyRequest, cookie: Pick<Cookie, 'name'>): string | undefined {
  const secret = findCookie(request, cookie)
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined
}

/**
 * Sets a cookie until the browser is closed or for the given time; undefined removes it. No script can read it.
 * Requests that another site causes do not carry it, except for following a link.
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
