import type { FastifyRequest } from 'fastify'
import type { App } from '../app/app.ts'
import { networkOf } from '../base/addresses.ts'
import { tooManyRequests } from '../base/refusals.ts'
import { minute, second } from '../base/times.ts'
import { type Guard, guard } from './guard.ts'
import { newRateLimiter, type RateLimiter } from './rate-limit.ts'

/** Kinds of requests without a working key. Each is counted apart: wrong keys must not close the payment page. */
type Keyless = 'page' | 'picture' | 'snippet' | 'key' | 'merchant'

/** Requests a minute from one address, over all processes. A whole mobile network may share one address. */
const perMinute: Readonly<Record<Keyless, number>> = { page: 400, picture: 120, snippet: 600, key: 120, merchant: 120 }

/** The least that one of many processes lets through: a customer's connection stays with one process. */
const leastPerMinute = 60

const limiters = new WeakMap<App, RateLimiter>()

/**
 * Counts a request without a key for its address (IPv6: its /64), if rate limits are on. Refuses with 429 if there
 * were too many in the last minute. Each process counts by itself and lets its share through.
 */
export function limitKeyless(app: App, what: Keyless, request: FastifyRequest): void {
  const { rateLimits, processes } = app.config
  if (!rateLimits) return
  warnOfUnnamedProxy(app, request)
  const limiter = limiters.get(app) ?? newRateLimiter()
  limiters.set(app, limiter)
  const most = Math.max(leastPerMinute, Math.ceil(perMinute[what] / processes))
  const waitMs = limiter.take(`${what} ${visitorOf(request)}`, { most, windowMs: minute }, app.clock.elapsedMs())
  if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / second))
}

/** Returns `limitKeyless` as a guard. */
export function guardKeyless(app: App, what: Keyless): Guard {
  return guard([tooManyRequests], async (request) => limitKeyless(app, what, request))
}

/**
 * Returns the address for counting a request: the one that TRUSTED_PROXIES report, else the other end of the
 * connection.
 */
export function visitorOf(request: FastifyRequest): string {
  return networkOf(request.ip) ?? networkOf(request.socket.remoteAddress ?? '') ?? 'unknown'
}

const warned = new WeakSet<App>()

// Behind a proxy that is not in TRUSTED_PROXIES all customers have one address and share one limit.
function warnOfUnnamedProxy(app: App, request: FastifyRequest): void {
  if (app.config.trustedProxies.length > 0 || warned.has(app)) return
  if (request.headers['x-forwarded-for'] === undefined) return
  warned.add(app)
  app.log.warn(
    'a request carries X-Forwarded-For, which is ignored: if a proxy of yours sent it, name it in TRUSTED_PROXIES',
  )
}
