import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { refusals } from './refusals.ts'
import { type Lang, parseLang } from './words/lang.ts'

/** One of the request's query parameters; undefined where it is absent or there are several. */
export function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** The language that a request asks for: `?lang=`, or what the browser prefers. */
export function askedLang(request: FastifyRequest): Lang {
  const asked = parseLang(queryOf(request, 'lang'))
  return asked ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
}

/** Whether the request is of a form, and not of a page. */
export function isForm({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Refuses with 403 a form that another site has the browser send, as far as the browser says so. */
export function requireSameSite(api: Api, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  // Browsers say nothing of it to hosts without TLS.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.otherSite()
  const { origin, host } = headers
  // A page that tells nobody its address, as those for customers did until 0.2, has an origin without a name.
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return
  if (!isOurs(origin, [new URL(api.baseUrl()).host, host])) throw refusals.otherSite()
}

function isOurs(origin: string, hosts: readonly (string | undefined)[]): boolean {
  return URL.canParse(origin) && /^https?:/.test(origin) && hosts.includes(new URL(origin).host)
}
