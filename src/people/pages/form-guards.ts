import type { FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import type { Browser } from '../../ui/forms/browser.ts'
import { hasCsrfToken } from '../../ui/forms/csrf.ts'
import { csrfSubject, type Desk } from '../desk.ts'
import { refusals } from '../refusals.ts'

/** Refuses with 403 a form that another site has the browser send, as far as the browser says so. */
export function requireSameSite(api: Api, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  // Browsers say nothing of it to hosts without TLS.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.otherSite()
  const { origin, host } = headers
  if (origin !== undefined && !isOurs(origin, [new URL(api.baseUrl()).host, host])) throw refusals.otherSite()
}

function isOurs(origin: string, hosts: readonly (string | undefined)[]): boolean {
  return URL.canParse(origin) && /^https?:/.test(origin) && hosts.includes(new URL(origin).host)
}

/** Refuses with 403 a form without the token that pages of this desk give to this session, or to this browser before there is one. */
export function requireFormToken(desk: Desk, holder: Browser, fields: Readonly<Record<string, unknown>>): void {
  if (!hasCsrfToken(fields, holder, csrfSubject(desk))) throw refusals.noFormToken()
}
