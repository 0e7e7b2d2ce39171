import { tooManyRequests } from './refusals.ts'

interface BulkheadLimits {
  /** The most works of one key under way. */
  readonly maxInFlight: number
  /** The most works of one key that wait for their turn; more are refused. */
  readonly maxQueued: number
}

/** Keeps the work of one key from taking what all keys share. Keys without work are not remembered. */
export interface Bulkhead {
  /**
   * Does the work when it is the turn of its key, first come first served. Refuses with 429 when too many of this key wait
   * already; other keys never wait for it.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** How many keys have work under way. */
  readonly size: number
}

interface Compartment {
  inFlight: number
  readonly waiting: (() => void)[]
}

export function newBulkhead({ maxInFlight, maxQueued }: BulkheadLimits): Bulkhead {
  const compartments = new Map<string, Compartment>()

  async function enter(key: string): Promise<Compartment> {
    const compartment = compartments.get(key) ?? { inFlight: 0, waiting: [] }
    compartments.set(key, compartment)
    if (compartment.inFlight < maxInFlight) compartment.inFlight += 1
    else if (compartment.waiting.length >= maxQueued) throw tooManyRequests(1)
    else await new Promise<void>((resolve) => compartment.waiting.push(resolve))
    return compartment
  }

  // Who leaves hands the place on, so that nobody who comes in between is faster than who waits.
  function leave(key: string, compartment: Compartment): void {
    const next = compartment.waiting.shift()
    if (next !== undefined) next()
    else compartment.inFlight -= 1
    if (compartment.inFlight === 0) compartments.delete(key)
  }

  return {
    async run(key, work) {
      const compartment = await enter(key)
      try {
        return await work()
      } finally {
        leave(key, compartment)
      }
    },
    get size() {
      return compartments.size
    },
  }
}
