import type { FastifyRequest } from 'fastify'
import { tooManyRequests } from '../base/refusals.ts'
import { second } from '../base/times.ts'
import type { Api } from '../http/api.ts'
import { type Guard, guard } from '../http/guard.ts'
import { limitKeyless } from '../http/limit-keyless.ts'
import { newRateLimiter, rateLimitOf } from '../http/rate-limit.ts'
import { type Caller, callerFrom, type KeyHolder } from './caller.ts'
import { findKeyHolder } from './keys/find-key-holder.ts'
import { type KeyPermission, readBearer } from './keys/key.ts'
import { findStoreByCode, type Store } from './merchant.ts'
import { refusals } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

interface KeyRules {
  /**
   * Lets public keys in: they create and read checkout sessions only
   * (docs/contract/keys-and-regions.md#public-keys).
   */
  readonly publicToo?: boolean
  /** Disputes have no test mode. They answer `invalid secret key` for an unknown key, too. */
  readonly liveOnly?: boolean
}

/**
 * Returns a guard that requires a key of this region: 401 without one, 403 for another region, 429 above the rate
 * limit, 403 without the permission that the operation needs (`none`: any key may). An address that sends many
 * unknown keys gets 429 too; a key that works is not limited by its address.
 */
export function requireKey(api: Api, needed: KeyPermission | 'none', rules: KeyRules = {}): Guard {
  const limitRate = limitRateOf(api)
  const unknown = rules.liveOnly ? refusals.invalidSecretKey : refusals.keyNotFound
  const permission = needed === 'none' ? undefined : needed
  const missing = permission && refusals.missingPermission(permission)
  const mayFail = [refusals.invalidSecretKey, unknown, refusals.wrongRegion, tooManyRequests]
  const refuses = [...mayFail, rules.liveOnly && refusals.noTestMode, missing].filter((refusal) => !!refusal)
  const check = async (request: FastifyRequest): Promise<void> => {
    const key = readBearer(request.headers.authorization)
    const isAllowed = key !== undefined && (rules.publicToo || !key.startsWith('pk_'))
    const holder = isAllowed ? await findKeyHolder(api.app, key) : 'none'
    if (typeof holder === 'string') {
      limitKeyless(api.app, 'key', request)
      throw holder === 'unknown' ? unknown() : refusals.invalidSecretKey()
    }
    // Also set for calls that are refused because of the region or the rate limit.
    request.caller = callerFrom(holder, request.id)
    if (holder.region !== api.region) throw refusals.wrongRegion()
    request.principal = request.caller.principal
    limitRate(request, holder)
    if (rules.liveOnly && holder.isTest) throw refusals.noTestMode()
    if (holder.kind === 'public' || permission === undefined) return
    if (!holder.permissions.includes(permission)) throw refusals.missingPermission(permission)()
  }
  return guard(refuses, check, permission)
}

// A route has one guard, and a key has one region. So one guard counts all calls of the process.
function limitRateOf({ app }: Api): (request: FastifyRequest, holder: KeyHolder) => void {
  if (!app.config.rateLimits) return () => {}
  const limiter = newRateLimiter()
  return ({ routeOptions: { method, url } }, { keyId, isTest }) => {
    const operation = `${method} ${url}`
    const waitMs = limiter.take(`${keyId} ${operation}`, rateLimitOf(operation, isTest), app.clock.elapsedMs())
    if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / second))
  }
}

/** Returns the caller of a request that has passed the guard. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error('no guard has looked at the key of this request')
  return request.caller
}

/** Returns a guard that refuses a merchant code of no store of the caller, and a missing code where one is required. */
export function requireStore(header: 'required' | 'optional'): Guard {
  const missing = header === 'required' ? [refusals.merchantCodeMissing] : []
  return guard([refusals.unknownMerchantCode, ...missing], async (request) => void storeOf(request, header))
}

/** Returns whether the request has X-Merchant-Code. */
export function namesStore({ headers }: FastifyRequest): boolean {
  return (headers['x-merchant-code'] ?? '') !== ''
}

/**
 * Returns the store of X-Merchant-Code. Without the header returns the default store, or refuses with 400 where it
 * is required. Refuses another merchant's code with 401 `merchant is null`.
 */
export function storeOf(request: FastifyRequest, header: 'required' | 'optional'): Store {
  const { stores } = callerOf(request)
  const code = request.headers['x-merchant-code']
  if (code === undefined || code === '') {
    if (header === 'required') throw refusals.merchantCodeMissing()
    return defaultStore(stores)
  }
  const store = typeof code === 'string' ? findStoreByCode(stores, code) : undefined
  if (store === undefined) throw refusals.unknownMerchantCode()
  return store
}

function defaultStore(stores: readonly Store[]): Store {
  const store = stores.find((candidate) => candidate.isDefault)
  if (store === undefined) throw new Error('a merchant without a default store')
  return store
}
