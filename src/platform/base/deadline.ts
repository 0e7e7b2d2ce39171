/** An answer did not come in time. It is unknown whether the work was done or still will be. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
  readonly code = 'DEADLINE_PASSED'
}

/** A timer that fires this late means that this process stood still, not that the other side is silent. */
const standstillMs = 500
/** The time to read answers that arrived during a standstill. */
const afterStandstillMs = 1_000

/**
 * Calls the listener after `limitMs` milliseconds, unless the returned function is called before. After a standstill
 * of this process it waits a second longer, because answers may have arrived meanwhile.
 */
export function armDeadline(limitMs: number, onPassed: () => void): () => void {
  let dueAt = performance.now() + limitMs
  const check = (): void => {
    const now = performance.now()
    if (now - dueAt <= standstillMs) onPassed()
    else {
      dueAt = now + afterStandstillMs
      timer = setTimeout(check, afterStandstillMs)
    }
  }
  let timer = setTimeout(check, limitMs)
  return () => clearTimeout(timer)
}

/**
 * Returns the result of the work. Throws a DeadlinePassed that names `who` if the work takes longer than `limitMs`.
 * The work is not stopped; its later result or error is ignored.
 */
export async function withinDeadline<T>(who: string, limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const disarm = armDeadline(limitMs, () => late.reject(new DeadlinePassed(`${who}: no answer in ${limitMs} ms`)))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    disarm()
  }
}
