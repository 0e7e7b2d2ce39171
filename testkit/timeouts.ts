import { setTimeout as wait } from 'node:timers/promises'

/**
 * What has not happened after so many milliseconds never will. Beside this, the proof judges only how soon a service comes back
 * by a time, and that by what a plain restart takes on the same machine (`restarts.ts`).
 */
export const neverMs = 180_000

/** Tries until something comes of it, with a pause after each try; fails with `what` when nothing ever does. */
export async function insist<T>(
  what: string,
  attempt: () => Promise<T | undefined> | T | undefined,
  pauseMs: (tries: number) => number = () => 20,
  longestMs = neverMs,
): Promise<T> {
  const until = performance.now() + longestMs
  for (let tries = 1; ; tries += 1) {
    const made = await attempt()
    if (made !== undefined) return made
    if (performance.now() > until) throw new Error(`${what}: not within ${longestMs / 1_000} s`)
    await wait(pauseMs(tries))
  }
}

/** What the promise brings; fails with `what` when it never settles. */
export async function within<T>(what: string, promise: Promise<T>, longestMs = neverMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${longestMs / 1_000} s`)), longestMs)
  })
  return Promise.race([promise, never]).finally(() => clearTimeout(timer))
}
