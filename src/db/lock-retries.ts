import { setTimeout as pause } from 'node:timers/promises'

const firstPauseMs = 50
const longestPauseMs = 500

/** So many statements and transactions that met a lock are tried again at the same time. */
const mostAtOnce = 4

/** Whether the database gave a statement up because somebody else holds what it needs. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/**
 * Has work that meets a lock done again, for at most so long (milliseconds). The waiting is done here and not in the database, so
 * that it takes no connection from others: a try waits for a lock for an instant only, and few of them are made at once.
 */
export function openLockRetries(longestMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let inFlight = 0
  const enter = async (): Promise<void> => {
    if (inFlight >= mostAtOnce) await new Promise<void>((resolve) => queue.push(resolve))
    else inFlight += 1
  }
  const leave = (): void => {
    const next = queue.shift()
    if (next === undefined) inFlight -= 1
    else next()
  }
  return async (work) => {
    let failure: unknown
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      failure = error
    }
    const until = performance.now() + longestMs
    for (let tries = 0; performance.now() < until; tries += 1) {
      await pause(Math.random() * Math.min(firstPauseMs * 2 ** tries, longestPauseMs))
      await enter()
      try {
        return await work()
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        failure = error
      } finally {
        leave()
      }
    }
    throw failure
  }
}
