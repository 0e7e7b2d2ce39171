import { setTimeout as pause } from 'node:timers/promises'
import { newBulkhead } from '../base/bulkhead.ts'
import { backoffMs } from '../base/times.ts'

const firstPauseMs = 50
const maxPauseMs = 500

/** The most retries of statements and transactions at the same time. The others wait for their turn. */
const limits = { maxInFlight: 4, maxQueued: Number.POSITIVE_INFINITY }

/** Returns whether the database gave a statement up because of another transaction's lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/**
 * Returns a function that repeats work that meets a lock, for at most `maxMs`. It waits here and not in the
 * database, so that it occupies no connection: each try waits for the lock for a short time only, and few tries run
 * at once.
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
