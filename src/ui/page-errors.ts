import { Refusal } from '../base/refusals.ts'
import { isLockTimeout } from '../db/lock-retries.ts'

/** Why a page cannot be shown, as far as a person cares. */
export type PageError = 'notFound' | 'broken' | 'busy' | 'stale'

export const statusOf: Readonly<Record<PageError, number>> = { notFound: 404, broken: 500, busy: 429, stale: 403 }

/** What a person is told of an error; whatever is no refusal and no fault of the request is `broken`. */
export function pageErrorOf(error: unknown): PageError {
  if (error instanceof Refusal) {
    if (error.kind === 'not_found') return 'notFound'
    return error.kind === 'too_many_requests' || error.kind === 'conflict' ? 'busy' : 'stale'
  }
  if (isLockTimeout(error)) return 'busy'
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return status < 500 ? 'stale' : 'broken'
}
