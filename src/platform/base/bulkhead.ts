import { tooManyRequests } from './refusals.ts'

interface BulkheadLimits {
  /** The most tasks of one key at the same time. */
  readonly maxInFlight: number
  /** The most waiting tasks of one key; more are refused. */
  readonly maxQueued: number
}

/** Keeps the tasks of one key from using up shared resources. Keys without tasks are not stored. */
export interface Bulkhead {
  /**
   * Runs the task in its turn among the tasks of its key, first come first served. Refuses with 429 if too many of
   * this key wait. Other keys do not wait for it.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** The number of keys with running tasks. */
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

  // Passes the slot directly to the next waiter, so that a newcomer cannot overtake it.
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
