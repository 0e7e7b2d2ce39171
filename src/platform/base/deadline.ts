/** What somebody else was to do was not done in time. Nobody knows whether it has been, or still will be. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
  readonly code = 'DEADLINE_PASSED'
}

/** A timer that comes so late says that this process stood still, and not that the other side is silent. */
const standstillMs = 500
/** What has come in meanwhile is read before anybody is given up. */
const afterStandstillMs = 1_000

/**
 * Calls the listener when the time (milliseconds) is over, until the answered function is called. After a standstill of this
 * process the listener is called a second later: answers may have been waiting here.
 */
export function armDeadline(limitMs: number, onPassed: () => void): () => void {
  let dueAt = performance.now() + limitMs
  const look = (): void => {
    const now = performance.now()
    if (now - dueAt <= standstillMs) onPassed()
    else {
      dueAt = now + afterStandstillMs
      timer = setTimeout(look, afterStandstillMs)
    }
  }
  let timer = setTimeout(look, limitMs)
  return () => clearTimeout(timer)
}

/**
 * What the work answers or throws, or, when it takes longer than the limit (milliseconds), a DeadlinePassed that says whose answer did
 * not come. The work itself is not stopped; what it still answers or throws is not heard.
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
