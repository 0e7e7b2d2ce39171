import { setTimeout as pause } from 'node:timers/promises'
import { newBulkhead } from '../base/bulkhead.ts'
import { backoffMs } from '../base/times.ts'

const firstPauseMs = 50
const maxPauseMs = 500

/** So many statements and transactions that met a lock are tried again at the same time; the others wait for their turn. */
const limits = { maxInFlight: 4, maxQueued: Number.POSITIVE_INFINITY }

/** Whether the database gave a statement up because somebody else holds what it needs. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/**
 * Has work that meets a lock done again, for at most so long (milliseconds). The waiting is done here and not in the database, so
 * that it takes no connection from others: a try waits for a lock for an instant only, and few of them are made at once.
 */
export function openLockRetries(maxMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const bulkhead = newBulkhead(limits)
  return async (work) => {
    let failure: unknown
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      failure = error
    }
    const until = performance.now() + maxMs
    for (let failures = 1; performance.now() < until; failures += 1) {
      await pause(Math.random() * backoffMs(failures, firstPauseMs, maxPauseMs))
      try {
        return await bulkhead.run('retries', work)
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        failure = error
      }
    }
    throw failure
  }
}
