import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { refusals } from './refusals.ts'
import { type Lang, parseLang } from './words/lang.ts'

/** Returns a query parameter; undefined if it is absent or repeated. */
export function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the language of `?lang=`, or else the browser's preferred language. */
export function requestedLang(request: FastifyRequest): Lang {
  const queryLang = parseLang(queryOf(request, 'lang'))
  return queryLang ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
}

/** Whether the request submits a form. */
export function isForm({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Refuses with 403 a form that comes from another site, as far as the browser's headers tell. */
export function requireSameSite(api: Api, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  // Browsers do not send this header to hosts without TLS.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.otherSite()
  const { origin, host } = headers
  // A page with `referrer-policy: no-referrer` sends the origin `null`. Customers' pages had that policy until 0.2.
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return
  if (!isOurs(origin, [new URL(api.baseUrl()).host, host])) throw refusals.otherSite()
}

function isOurs(origin: string, hosts: readonly (string | undefined)[]): boolean {
  return URL.canParse(origin) && /^https?:/.test(origin) && hosts.includes(new URL(origin).host)
}
