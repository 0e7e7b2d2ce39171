import { setTimeout as pause } from 'node:timers/promises'

/** So often something is read and decided anew when somebody else was faster. */
export const maxAttempts = 10

const maxPauseMs = 64

/** What to wait after so many tries, at random and ever longer: whoever was faster commits meanwhile. At most 64 ms. */
export function pauseBeforeRetry(tries: number): Promise<void> {
  return pause(Math.random() * Math.min(2 ** tries, maxPauseMs))
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
