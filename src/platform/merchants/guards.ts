import type { FastifyRequest } from 'fastify'
import { tooManyRequests } from '../base/refusals.ts'
import { second } from '../base/times.ts'
import type { Api } from '../http/api.ts'
import { type Guard, guard } from '../http/guard.ts'
import { limitKeyless } from '../http/limit-keyless.ts'
import { newRateLimiter, rateLimitOf } from '../http/rate-limit.ts'
import { type Caller, callerFrom, type KeyHolder } from './caller.ts'
import { findKeyHolder } from './keys/find-key-holder.ts'
import { readBearer } from './keys/key.ts'
import type { KeyPermission } from './keys/permissions.ts'
import { findStoreByCode, type Store } from './merchant.ts'
import { refusals } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

interface KeyRules {
  /** Checkout sessions may be made and read with a public key, nothing else (docs/contract/keys-and-regions.md#public-keys). */
  readonly publicToo?: boolean
  /** Disputes have no test mode, and say `invalid secret key` also of a well-formed key that nobody holds. */
  readonly liveOnly?: boolean
}

/**
 * A guard that lets in holders of a key of this region: 401 without one, 403 from another region, 429 when they come too often, 403 where
 * a secret key lacks the permission that the operation needs (`none`: any key may). An address that sends many unknown keys gets 429 too; a
 * key that works is checked first.
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
    // Whose call it is holds for one in another region, and for one that comes too often, too.
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

// A route has one guard and a key one region, so what a guard has counted is all there is in this process.
function limitRateOf({ app }: Api): (request: FastifyRequest, holder: KeyHolder) => void {
  if (!app.config.rateLimits) return () => {}
  const limiter = newRateLimiter()
  return ({ routeOptions: { method, url } }, { keyId, isTest }) => {
    const operation = `${method} ${url}`
    const waitMs = limiter.take(`${keyId} ${operation}`, rateLimitOf(operation, isTest), app.clock.elapsedMs())
    if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / second))
  }
}

/** Who is calling, after the guard. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error('no guard has looked at the key of this request')
  return request.caller
}

/** A guard that refuses a merchant code that names no store of the caller's, or, where it is required, none at all. */
export function requireStore(header: 'required' | 'optional'): Guard {
  const missing = header === 'required' ? [refusals.merchantCodeMissing] : []
  return guard([refusals.unknownMerchantCode, ...missing], async (request) => void storeOf(request, header))
}

/**
 * The store that X-Merchant-Code names; without it the merchant's default store, or, where the header is required, 400.
 * Another merchant's code is 401 `merchant is null`.
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
