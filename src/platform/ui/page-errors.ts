import { Refusal } from '../base/refusals.ts'
import { isLockTimeout } from '../db/lock-retries.ts'
import { duplicateCookie } from '../http/cookies.ts'

/** Why a page cannot be shown, in the kinds that a person can tell apart. */
export type PageError = 'notFound' | 'broken' | 'busy' | 'overtaken' | 'stale' | 'forbidden' | 'cookies'

export const statusOf: Readonly<Record<PageError, number>> = {
  notFound: 404,
  broken: 500,
  busy: 429,
  overtaken: 409,
  stale: 403,
  forbidden: 403,
  cookies: 400,
}

/** Returns the page error of a thrown error. `broken`: neither a refusal nor a fault of the request. */
export function pageErrorOf(error: unknown): PageError {
  if (error instanceof Refusal) {
    if (error.message === duplicateCookie.text) return 'cookies'
    if (error.kind === 'not_found') return 'notFound'
    if (error.kind === 'no_permission') return 'forbidden'
    if (error.kind === 'conflict') return 'overtaken'
    return error.kind === 'too_many_requests' ? 'busy' : 'stale'
  }
  if (isLockTimeout(error)) return 'overtaken'
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return status < 500 ? 'stale' : 'broken'
}
