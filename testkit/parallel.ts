type Job<T> = (over: AbortSignal) => Promise<T>

/**
 * Does all of these at once; what came of each, in order. Where one fails the others are told by the signal, and it throws when all of
 * them have ended: nobody goes on over what is closed next.
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
  // What others come to when they are told says less than what the first of them came to.
  over.signal.throwIfAborted()
  return Promise.all(done)
}

/** Lets so many work at once, each of whom knows its number and goes on until there is nothing more to do, or one of them has failed. */
export async function workersAtOnce(
  count: number,
  work: (number: number, over: AbortSignal) => Promise<void>,
): Promise<void> {
  await allAtOnce(Array.from({ length: count }, (_, number) => (over: AbortSignal) => work(number, over)))
}

/** Does so many, some of them at once; what came of each, in order. Where one fails no other is begun. */
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
