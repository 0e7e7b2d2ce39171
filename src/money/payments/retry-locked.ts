import { Refusal } from '../../platform/base/refusals.ts'
import { isLockConflict, retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { refusals } from './refusals.ts'

/** Does something to a payment again, for a while, while somebody else holds it. Whatever else refuses it is a verdict, and not asked for twice. */
export function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  return retryConflicts(work, isLocked)
}

function isLocked(error: unknown): boolean {
  return isLockConflict(error) || (error instanceof Refusal && error.message === refusals.locked.text)
}
