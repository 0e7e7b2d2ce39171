import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../base/refusals.ts'

/** So often something is read and decided anew when somebody else was faster. */
export const maxAttempts = 10

const maxPauseMs = 64

/** What to wait after so many tries, at random and ever longer: whoever was faster commits meanwhile. At most 64 ms. */
export function pauseBeforeRetry(tries: number): Promise<void> {
  return pause(Math.random() * Math.min(2 ** tries, maxPauseMs))
}

/**
 * Has something read, decided and saved anew while somebody else is faster, which it says by answering false or undefined. Refuses when
 * they are each time.
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
 * The same of what throws when somebody else is faster: a refusal of kind conflict, or that the database gave it up for another
 * transaction. Throws the last one when they are each time. `isOvertaken`: which of them say so, where others of the kind do not.
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

/** Whether it says that somebody else was faster, and nothing was written. */
export function isConflict(error: unknown): boolean {
  return isLockConflict(error) || (error instanceof Refusal && error.kind === 'conflict')
}

/** What the database says when transactions stood in each other's way and it gave this one up: deadlock, serialization. */
const conflictCodes: ReadonlySet<unknown> = new Set(['40P01', '40001'])

/**
 * Whether the database gave a transaction up for another one: nothing was written, and it may be done again. Not so for a lock that
 * was waited for in vain: `Db` has tried that again for as long as anybody may wait.
 */
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.has(error.code)
}
