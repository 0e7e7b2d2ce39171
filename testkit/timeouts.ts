import { setTimeout as wait } from 'node:timers/promises'

/**
 * The limit of waiting, in milliseconds: an event that takes longer counts as missing. The proof has one other time
 * limit, for restarts. It is relative to a plain restart on the same machine (`proof/restarts.ts`).
 */
export const neverMs = 180_000

export interface RetryOptions {
  /** The pause after each try. */
  readonly pauseMs?: number | ((tries: number) => number)
  readonly timeoutMs?: number
}

/** Retries until the result is neither undefined nor false. Throws with `what` after the timeout. */
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

/** Returns the promise's result. Throws with `what` after the timeout. */
export async function within<T>(what: string, promise: Promise<T>, timeoutMs = neverMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${timeoutMs / 1_000} s`)), timeoutMs)
  })
  return Promise.race([promise, never]).finally(() => clearTimeout(timer))
}

/** Returns the error's message; empty if the promise succeeded. */
export async function failureOf(promise: Promise<unknown>): Promise<string[]> {
  return promise.then(
    () => [],
    (error: Error) => [error.message],
  )
}
