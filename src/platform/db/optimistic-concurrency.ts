import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../base/refusals.ts'

/** The most tries of read, decide and save after lost races. */
export const maxAttempts = 10

const maxPauseMs = 64

/** Waits after a lost race, at random and longer with each try, so that the winner commits. At most 64 ms. */
export function pauseBeforeRetry(tries: number): Promise<void> {
  return pause(Math.random() * Math.min(2 ** tries, maxPauseMs))
}

/**
 * Repeats read, decide and save while it loses the race, which it reports by false or undefined. Refuses after
 * `maxAttempts`.
 */
export async function retryOvertaken<T>(
  refusal: () => Refusal,
  work: () => Promise<T | false | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const answer = await work()
    if (answer !== false && answer !== undefined) return answer
    await pauseBeforeRetry(attempt)
  }
  throw refusal()
}

/**
 * Repeats work that throws when it loses the race: a refusal of kind conflict, or an error of the database about
 * another transaction. Throws the last error after `maxAttempts`. `isOvertaken` tells these errors from others of
 * the same kind.
 */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  isOvertaken: (error: unknown) => boolean = isConflict,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !isOvertaken(error)) throw error
      await pauseBeforeRetry(attempt)
    }
  }
}

/** Returns whether the error means a lost race, with nothing written. */
export function isConflict(error: unknown): boolean {
  return isLockConflict(error) || (error instanceof Refusal && error.kind === 'conflict')
}

/** The database's codes of a transaction that lost to another one: deadlock, serialization. */
const conflictCodes: ReadonlySet<unknown> = new Set(['40P01', '40001'])

/**
 * Returns whether the database gave the transaction up for another one: nothing was written, and it may run again.
 * False for a lock that was not released in time: `Db` has already repeated that for as long as a caller may wait.
 */
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.has(error.code)
}
