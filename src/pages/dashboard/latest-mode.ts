import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { type Cookie, hostCookie, isSecure, listCookies, sendCookie } from '../../platform/http/cookies.ts'
import type { Mode } from '../../platform/people/roles.ts'

/** Returns the mode in an address below `base`; undefined if it has none. */
export function modeIn(base: string, address: string): Mode | undefined {
  const [, mode] = address.startsWith(`${base}/`) ? address.slice(base.length).split(/[/?]/) : []
  return modeFrom(mode)
}

/** Returns the mode in which this browser used the dashboard before; undefined if it did not, or names several. */
export function latestMode(api: Api, request: FastifyRequest): Mode | undefined {
  // The mode protects nothing, so a second cookie refuses no page.
  const [mode, ...others] = listCookies(request, cookieOf(api))
  return others.length > 0 ? undefined : modeFrom(mode)
}

/** Keeps the mode of each page in a cookie: a person's own pages have no mode, and lead back to the latest. */
export function keepLatestMode(server: FastifyInstance, api: Api): void {
  server.addHook('onSend', async (request, reply) => {
    const mode = modeIn('/dashboard', request.url)
    if (mode !== undefined && reply.statusCode < 400 && mode !== latestMode(api, request))
      sendCookie(reply, cookieOf(api), mode)
  })
}

function cookieOf(api: Api): Cookie {
  return hostCookie('qist_mode', { path: '/dashboard', isSecure: isSecure(api) })
}

function modeFrom(text: string | undefined): Mode | undefined {
  return text === 'test' || text === 'live' ? text : undefined
}
