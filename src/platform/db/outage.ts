import { second } from '../base/times.ts'

/** Hears of a database that cannot be used, and not of every statement that finds out. */
export interface OutageListener {
  /** Work has failed because its connection was cut off or gave no answer, or because none could be made. */
  lost(reason: Error): void
  /** Work is done again. For so long (milliseconds) it was not, and so many statements and transactions failed. */
  back(lostMs: number, failed: number): void
  /** Connections that nobody used were cut off; told at most once in ten seconds, and not while the database is lost. */
  idleLost(reason: Error): void
}

/** Where something can be said to an operator. */
interface OutageLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Tells the operator: one line when the database is lost, one when it is back (docs/operations.md#failover). */
export function tellOutages(log: OutageLog): OutageListener {
  return {
    lost: ({ message }) => log.warn({ reason: message }, 'the database cannot be used'),
    back: (lostMs, failed) => log.info({ lost_ms: lostMs, failed }, 'the database can be used again'),
    idleLost: ({ message }) => log.warn({ reason: message }, 'idle database connections were cut off'),
  }
}

// While connections are cut off one after the other, those that are left still answer.
const calmMs = 250
const idleEveryMs = 10 * second

const told = new WeakSet<Error>()

/** Whether the error came of an outage, of which a listener has heard. */
export function isOfOutage(error: unknown): boolean {
  return error instanceof Error && told.has(error)
}

/** Whether the database of one pool can be used, as far as its work finds out. Times are the monotonic clock's. */
export class Outage {
  readonly #listener: OutageListener | undefined
  // Before that nothing is lost: whoever starts says why it cannot.
  #wasUsable = false
  #lost: { readonly at: number; lastAt: number; failed: number } | undefined
  #idleToldAt = Number.NEGATIVE_INFINITY

  constructor(listener: OutageListener | undefined) {
    this.#listener = listener
  }

  /** Work has failed for want of a connection. */
  failed(error: unknown): void {
    if (!(error instanceof Error) || this.#listener === undefined || !this.#wasUsable) return
    told.add(error)
    const now = performance.now()
    const isFirst = this.#lost === undefined
    this.#lost ??= { at: now, lastAt: now, failed: 0 }
    this.#lost.lastAt = now
    this.#lost.failed += 1
    if (isFirst) this.#listener.lost(error)
  }

  /** Work that began then is done. */
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
