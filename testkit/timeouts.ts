import { setTimeout as wait } from 'node:timers/promises'

/**
 * What has not happened after so many milliseconds never will. Beside this, the proof judges only how soon a service comes back
 * by a time, and that by what a plain restart takes on the same machine (`proof/restarts.ts`).
 */
export const neverMs = 180_000

export interface RetryOptions {
  /** After each try. */
  readonly pauseMs?: number | ((tries: number) => number)
  readonly timeoutMs?: number
}

/** Tries until something comes of it, undefined and false being nothing yet; fails with `what` when nothing ever does. */
export async function retry<T>(
  what: string,
  attempt: () => Promise<T | undefined | false> | T | undefined | false,
  { pauseMs = 20, timeoutMs = neverMs }: RetryOptions = {},
): Promise<T> {
  const until = performance.now() + timeoutMs
  for (let tries = 1; ; tries += 1) {
    const made = await attempt()
    if (made !== undefined && made !== false) return made
    if (performance.now() > until) throw new Error(`${what}: not within ${timeoutMs / 1_000} s`)
    await wait(typeof pauseMs === 'number' ? pauseMs : pauseMs(tries))
  }
}

/** What the promise brings; fails with `what` when it never settles. */
export async function within<T>(what: string, promise: Promise<T>, timeoutMs = neverMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${timeoutMs / 1_000} s`)), timeoutMs)
  })
  return Promise.race([promise, never]).finally(() => clearTimeout(timer))
}

/** Why it failed, in words; empty where it did not. */
export async function failureOf(promise: Promise<unknown>): Promise<string[]> {
  return promise.then(
    () => [],
    (error: Error) => [error.message],
  )
}
