import { second } from '../base/times.ts'

/** Called about outages of the database, once for each and not for every failed statement. */
export interface OutageListener {
  /** Work failed because its connection was cut off or silent, or because none could be made. */
  lost(reason: Error): void
  /** Work succeeds again, after `lostMs` milliseconds and `failed` statements and transactions. */
  back(lostMs: number, failed: number): void
  /** Idle connections were cut off. Called at most once in ten seconds, and not during an outage. */
  idleLost(reason: Error): void
}

/** The log for the operator. */
interface OutageLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Returns a listener that logs one line when the database is lost and one when it is back
 * (docs/operations.md#failover).
 */
export function tellOutages(log: OutageLog): OutageListener {
  return {
    lost: ({ message }) => log.warn({ reason: message }, 'the database cannot be used'),
    back: (lostMs, failed) => log.info({ lost_ms: lostMs, failed }, 'the database can be used again'),
    idleLost: ({ message }) => log.warn({ reason: message }, 'idle database connections were cut off'),
  }
}

// While connections are cut off one after the other, the remaining ones still answer.
const calmMs = 250
const idleEveryMs = 10 * second

const reportedErrors = new WeakSet<Error>()

/** Returns whether the error comes from an outage that was reported. */
export function isOfOutage(error: unknown): boolean {
  return error instanceof Error && reportedErrors.has(error)
}

/** The outage state of one pool's database, by the results of its work. Times are the monotonic clock's. */
export class Outage {
  readonly #listener: OutageListener | undefined
  // Before the first success there is no outage: the start reports its own error.
  #wasUsable = false
  #lost: { readonly at: number; lastAt: number; failed: number } | undefined
  #idleToldAt = Number.NEGATIVE_INFINITY

  constructor(listener: OutageListener | undefined) {
    this.#listener = listener
  }

  /** Notes work that failed without a connection. */
  failed(error: unknown): void {
    if (!(error instanceof Error) || this.#listener === undefined || !this.#wasUsable) return
    reportedErrors.add(error)
    const now = performance.now()
    const isFirst = this.#lost === undefined
    this.#lost ??= { at: now, lastAt: now, failed: 0 }
    this.#lost.lastAt = now
    this.#lost.failed += 1
    if (isFirst) this.#listener.lost(error)
  }

  /** Notes the success of work that began at this time. */
  succeeded(begunAt: number): void {
    this.#wasUsable = true
    if (this.#lost === undefined || begunAt < this.#lost.lastAt + calmMs) return
    const { at, lastAt, failed } = this.#lost
    this.#lost = undefined
    this.#listener?.back(Math.round(lastAt - at), failed)
  }

  idleFailed(error: Error): void {
    const now = performance.now()
    if (this.#lost !== undefined || now < this.#idleToldAt + idleEveryMs) return
    this.#idleToldAt = now
    this.#listener?.idleLost(error)
  }
}
