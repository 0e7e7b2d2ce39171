type Job<T> = (over: AbortSignal) => Promise<T>

/**
 * Runs all functions at once and returns their results in order. If one throws, the signal aborts the others. It throws
 * after all of them have ended, so that none uses a resource that is closed next.
 */
export async function allAtOnce<T extends readonly unknown[]>(
  jobs: {
    readonly [K in keyof T]: Job<T[K]>
  },
): Promise<T>
export async function allAtOnce(jobs: readonly Job<unknown>[]): Promise<unknown[]> {
  const over = new AbortController()
  const done = jobs.map(async (job) => {
    try {
      return await job(over.signal)
    } catch (error) {
      over.abort(error)
      throw error
    }
  })
  await Promise.allSettled(done)
  // The first failure explains more than the aborts that follow it.
  over.signal.throwIfAborted()
  return Promise.all(done)
}

/** Runs `count` workers at once, each with its number, until every worker is finished or one has failed. */
export async function workersAtOnce(
  count: number,
  work: (number: number, over: AbortSignal) => Promise<void>,
): Promise<void> {
  await allAtOnce(Array.from({ length: count }, (_, number) => (over: AbortSignal) => work(number, over)))
}

/** Runs `count` jobs, at most `atOnce` at a time, and returns their results in order. After a failure no job begins. */
export async function inParallel<T>(count: number, work: (number: number) => Promise<T>, atOnce = 16): Promise<T[]> {
  const results: T[] = new Array(count)
  let next = 0
  await workersAtOnce(Math.min(atOnce, count), async (_, over) => {
    while (next < count && !over.aborted) {
      const number = next
      next += 1
      results[number] = await work(number)
    }
  })
  return results
}
